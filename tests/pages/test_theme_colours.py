"""Quarto's theme files repeat colours of tokens.css, because Sass can't read a CSS variable."""

from __future__ import annotations

import re

import pytest

from tests.pages.sources import ROOT

THEME = ROOT / "lib/theme"
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
_SELECTORS = {"light": ":root,\nbody {", "dark": "body.quarto-dark,\n.tapewalk-dark {"}


def _colours(text: str) -> set[str]:
    return {colour.lower() for colour in _COLOUR.findall(text)}


def _tokens(theme: str) -> set[str]:
    css = (THEME / "tokens.css").read_text(encoding="utf-8")
    _, found, rest = css.partition(_SELECTORS[theme])
    assert found, f"tokens.css has no rule that begins with {_SELECTORS[theme]!r}"
    return _colours(rest.partition("}")[0])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes_use_only_token_colours(theme: str) -> None:
    used = _colours((THEME / f"quarto-{theme}.scss").read_text(encoding="utf-8"))
    assert used
    assert used - _tokens(theme) == set()


def test_both_themes_set_the_same_variables() -> None:
    variables = [
        re.findall(r"^\$([\w-]+):", (THEME / f"quarto-{theme}.scss").read_text("utf-8"), re.M)
        for theme in ("light", "dark")
    ]
    assert variables[0] == variables[1]

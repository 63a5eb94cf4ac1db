"""Every word of the Python packages is there in every language of the course."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path
from typing import Any

from tapewalk.language import LANGUAGES
from tests.each import each
from tests.pages.sources import ROOT

# `translations` are of texts that are English already.
_OWN = {"translations"}


def _packages() -> list[Path]:
    """Return the folders with a module of words for English."""
    listed = subprocess.run(
        ["git", "ls-files", "*/en.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [(ROOT / line).parent for line in listed.stdout.splitlines()]


def _names(words: dict[str, Any]) -> set[str]:
    """Return the names of words, those of a group after the group's own."""
    groups = {key: value for key, value in words.items() if isinstance(value, dict)}
    inside = {f"{key}.{name}" for key in groups.keys() - _OWN for name in _names(groups[key])}
    return set(words) | inside


@each("folder", _packages(), ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_words_are_complete_in_every_language(folder: Path) -> None:
    english, *others = (
        _names(runpy.run_path(str(folder / f"{lang}.py"))["WORDS"]) for lang in LANGUAGES
    )
    for names in others:
        assert names == english

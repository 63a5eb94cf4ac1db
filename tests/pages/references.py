"""What the words of two languages have to share: links, formulas, and the values they compute."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from tapewalk.language import page_ending
from tests.pages.pieces import Piece

_PROSE = re.compile(
    r"`\{python\} (?P<inline>[^`]+)`|`(?P<code>[^`]+)`"
    r"|\]\((?P<link>[^)\s]+)\)|\$(?P<formula>[^$]+)\$"
)
_PYTHON = re.compile(r"\{\{|\}\}|\{(?P<computed>[^{}]+(?:\{[^{}]*\}[^{}]*)*)\}")
_OJS = re.compile(r"\$\{(?P<computed>[^}]+)\}")
_PATTERNS = {"prose": _PROSE, "ojs string": _OJS, "string": _PYTHON}
# Code that is not one of these may be the output of a program, in any language.
_SURELY_CODE = re.compile(r"(?a:[ -~]*\w[._(\[=][ -~]*)\Z")
# Both languages compute the same values; of links and code, one may mention more.
_SAME = ("inline", "formula", "computed")


def link_in(target: str, lang: str) -> str:
    """Return a link's target with the page of a language in place of the English one."""
    if ":" in target:
        return target
    return re.sub(r"(?<!\.[a-z]{2})\.qmd(?=#|$)", f"{page_ending(lang)}.qmd", target)


def differing(english: Piece, translated: Piece) -> list[str]:
    """Return the references that only one of two pieces has.

    A link or a code counts only if both pieces mention equally many.
    """
    ours, theirs = Counter(_references(english)), Counter(_references(translated))
    found = []
    for kind in {kind for kind, _ in [*ours, *theirs]}:
        alone = [
            list(Counter({key: n for key, n in side.items() if key[0] == kind}).elements())
            for side in (ours - theirs, theirs - ours)
        ]
        if kind in _SAME or len(alone[0]) == len(alone[1]):
            found += [meaning for _, meaning in alone[0] + alone[1]]
    return found


def _references(piece: Piece) -> Iterator[tuple[str, str]]:
    pattern = _PATTERNS.get(piece.kind)
    if pattern is None or (piece.kind == "string" and not _is_computed(piece.text)):
        return
    for match in pattern.finditer(piece.text):
        kind = match.lastgroup
        if kind and (kind != "code" or _SURELY_CODE.match(match[kind])):
            yield kind, _meaning(kind, match[kind])


def _meaning(kind: str, text: str) -> str:
    """Return the part of a reference that both languages share."""
    if kind == "inline":
        return " ".join(_names_read(text))
    if kind == "link":
        return re.sub(r"\.[a-z]{2}(?=\.qmd)", "", text)
    if kind == "formula":
        return re.sub(r"\\text\{[^}]*\}", r"\\text{}", text.replace("{,}", "."))
    return text.removesuffix('.replace(",", " ")').strip()


def _is_computed(string: str) -> bool:
    return any(isinstance(node, ast.JoinedStr) for node in ast.walk(ast.parse(f"({string})")))


def _names_read(expression: str) -> list[str]:
    """Return the names and attributes that an inline expression reads, apart from digit formats.

    English groups digits by commas and Spanish by spaces, so the two format differently.
    """
    formatting = {"str", "replace", "format"}
    nodes = list(ast.walk(ast.parse(expression, mode="eval")))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    names += [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    return sorted(name for name in names if name not in formatting)

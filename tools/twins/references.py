"""What words refer to: code, formulas and links in prose, what strings compute."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

from tapewalk.language import page_ending

_PROSE = re.compile(
    r"`\{python\} (?P<inline>[^`]+)`|`(?P<code>[^`]+)`"
    r"|\]\((?P<link>[^)\s]+)\)|\$(?P<formula>[^$]+)\$"
)
_PYTHON = re.compile(r"\{\{|\}\}|\{(?P<computed>[^{}]+(?:\{[^{}]*\}[^{}]*)*)\}")
_OJS = re.compile(r"\$\{(?P<computed>[^}]+)\}")
# Other code in prose may be what a program prints, in any language.
_SURELY_CODE = re.compile(r"(?a:[ -~]*\w[._(\[=][ -~]*)\Z")
_SPACES = '.replace(",", " ")'
# Both languages compute the same, but a translated page may have links of its own.
_SAME = ("inline", "formula", "computed")


class _Reference(NamedTuple):
    kind: str
    text: str
    start: int
    end: int

    @property
    def meaning(self) -> str:
        """What both languages have in common."""
        if self.kind == "inline":
            return " ".join(_names_read(self.text))
        if self.kind == "link":
            return re.sub(r"\.[a-z]{2}(?=\.qmd)", "", self.text)
        if self.kind == "formula":
            return re.sub(r"\\text\{[^}]*\}", r"\\text{}", self.text.replace("{,}", "."))
        return self.text.strip()

    def in_place_of(self, translated: _Reference, lang: str) -> str:
        """Returns what words of a language say for this in the place of another."""
        if self.kind == "link":
            return link_in(self.text, lang)
        if self.kind == "formula" and "{,}" in translated.text:
            return re.sub(r"(?<=\d)\.(?=\d)", "{,}", self.text)
        return self.text + (_SPACES if translated.text.endswith(_SPACES) else "")


def links_in(text: str, lang: str) -> str:
    """Returns English words with links to pages of a language."""
    return re.sub(r"(?<=\]\()[^)\s]+(?=\))", lambda found: link_in(found[0], lang), text)


def link_in(target: str, lang: str) -> str:
    """Returns a link's target with the page of a language in place of the English one."""
    if ":" in target:
        return target
    return re.sub(r"(?<!\.[a-z]{2})\.qmd(?=#|$)", f"{page_ending(lang)}.qmd", target)


def follow_references(kind: str, english: str, translated: str, lang: str) -> tuple[str, bool]:
    """Brings what translated words refer to up to date.

    What only one of the two refers to is paired by likeness, where there is as much in both.

    Args:
        kind: The words' kind, as a piece has it.
        english: The English words.
        translated: The translated ones.
        lang: Their language.

    Returns:
        The translated words, and whether they compute the same as the English ones.
    """
    ours, theirs = list(_references(kind, english)), list(_references(kind, translated))
    is_same = True
    replaced: list[tuple[_Reference, str]] = []
    for each in dict.fromkeys(reference.kind for reference in ours + theirs):
        new = _without(ours, theirs, each)
        old = _without(theirs, ours, each)
        for translated_one, english_one in _most_alike(old, new):
            replaced.append((translated_one, english_one.in_place_of(translated_one, lang)))
            old.remove(translated_one)
            new.remove(english_one)
        if each in _SAME and (old or new):
            is_same = False
    for reference, text in sorted(replaced, reverse=True, key=lambda pair: pair[0].start):
        translated = translated[: reference.start] + text + translated[reference.end :]
    return translated, is_same


def _references(kind: str, text: str) -> Iterator[_Reference]:
    pattern = {"prose": _PROSE, "ojs string": _OJS, "string": _PYTHON}.get(kind)
    if pattern is None or (kind == "string" and not _is_computed(text)):
        return
    for match in pattern.finditer(text):
        name = match.lastgroup
        if name and (name != "code" or _SURELY_CODE.match(match[name])):
            yield _Reference(name, match[name], *match.span(name))


def _without(some: list[_Reference], others: list[_Reference], kind: str) -> list[_Reference]:
    """Returns the references of a kind that have no counterpart among the others."""
    left = Counter(other.meaning for other in others if other.kind == kind)
    alone = []
    for reference in some:
        if reference.kind != kind:
            continue
        if left[reference.meaning]:
            left[reference.meaning] -= 1
        else:
            alone.append(reference)
    return alone


def _most_alike(
    old: list[_Reference], new: list[_Reference]
) -> list[tuple[_Reference, _Reference]]:
    """Pairs what is left over by likeness: another language may say it in another order."""
    if len(old) == len(new) == 1:
        return [(old[0], new[0])]
    pairs = []
    for reference in old:
        close = get_close_matches(reference.text, [other.text for other in new])
        if len(old) == len(new) and close:
            pairs.append((reference, next(other for other in new if other.text == close[0])))
    return pairs if len({other for _, other in pairs}) == len(new) else []


def _is_computed(string: str) -> bool:
    return any(isinstance(node, ast.JoinedStr) for node in ast.walk(ast.parse(f"({string})")))


def _names_read(expression: str) -> list[str]:
    """Returns the names and attributes an inline expression reads, whatever it does with digits.

    English groups digits by commas and Spanish by spaces, so the two format differently.
    """
    formatting = {"str", "replace", "format"}
    nodes = list(ast.walk(ast.parse(expression, mode="eval")))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    names += [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    return sorted(name for name in names if name not in formatting)

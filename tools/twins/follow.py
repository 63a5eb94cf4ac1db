"""Writes a twin anew: what both languages share from English, the words from the twin itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tools.twins.blocks import Block, blocks
from tools.twins.marks import marked
from tools.twins.memory import Memory
from tools.twins.pairs import pair, pair_pieces
from tools.twins.pieces import Piece, pieces
from tools.twins.references import follow_references, link_in, links_in

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_PLACEHOLDER = re.compile(r"\$?\{[^{}]*\}|\A\w+(?=[\"'])")


@dataclass
class Page:
    """A translated page that follows its English twin.

    Attributes:
        text: The page.
        used: Words of the twin that have a counterpart.
        changed: Words of the twin that were written for other English ones.
        left_out: Words of the twin that have no counterpart any more.
    """

    text: str = ""
    used: set[str] = field(default_factory=set)
    changed: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def follow(english: str, translated: str, memory: Memory) -> Page:
    """Returns the translated page as it follows the English one.

    Args:
        english: The English page.
        translated: The translated page as it is.
        memory: What pages said for the same words until now, these two included.
    """
    page = Page()
    theirs_all = blocks(translated)
    pairs = pair(blocks(english), theirs_all, memory.known)
    for ours, theirs in pairs:
        page.text += _block(ours, theirs, memory, page) + ours.gap
    for ours, theirs in pairs:
        if theirs is not None and ours.key and theirs.key and ours.key != theirs.key:
            page.text = re.sub(rf"(?<=[#@]){re.escape(theirs.key)}(?![\w-])", ours.key, page.text)
    words = (piece.text for block in theirs_all for piece in pieces(block) if piece.has_words)
    page.left_out = [text for text in words if text not in page.used]
    return page


def _block(english: Block, translated: Block | None, memory: Memory, page: Page) -> str:
    """Returns the translated block of an English one, and notes the words that need a look."""
    pairs: list[tuple[Piece, Piece | None]] = [(piece, None) for piece in pieces(english)]
    if translated is not None:
        pairs = pair_pieces(english, translated, memory.known)
    written: list[str] = []
    # A comment at the end of its line marks a string.
    line_waits = False
    for ours, theirs in pairs:
        if ours.is_shared:
            text = ours.text
            if line_waits and text.endswith("\n"):
                text = marked("ojs string" if english.kind == "ojs" else "string", text) + "\n"
                line_waits = False
        else:
            text, waits = _words(ours, theirs, memory)
            if theirs is not None:
                page.used.add(theirs.text)
                if not waits and memory.has_changed(ours, theirs):
                    page.changed.append(text)
            if ours.kind.endswith("string"):
                line_waits = line_waits or waits
            elif waits or (line_waits and ours.kind.endswith("comment")):
                text = marked(ours.kind, text)
                line_waits = False
        written.append(text)
    return "".join(written)


def _words(english: Piece, translated: Piece | None, memory: Memory) -> tuple[str, bool]:
    """Returns the translation of English words, and whether they still wait for it."""
    if english.kind == "language":
        return memory.lang, False
    if english.kind == "link":
        return link_in(english.text, memory.lang), False
    if translated is None:
        return _new_words(english, memory)
    if english.text == translated.text:
        return translated.text, translated.untranslated
    if (english.text, translated.text) not in memory.known and (
        (translated.text, translated.text) in memory.known or memory.is_name(translated)
    ):
        # It was never translated, as code in a string, and has changed.
        return _new_words(english, memory)
    text, is_same = follow_references(english.kind, english.text, translated.text, memory.lang)
    return text, translated.untranslated or not is_same


def _new_words(english: Piece, memory: Memory) -> tuple[str, bool]:
    known = memory.translation(english)
    if known is not None:
        return known, False
    has_words = _LETTERS.search(_PLACEHOLDER.sub("", english.text)) is not None
    return links_in(english.text, memory.lang), has_words and not memory.is_name(english)

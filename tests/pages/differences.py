"""Where a translated page differs from its English page in more than words."""

from __future__ import annotations

from itertools import zip_longest

from tests.pages.blocks import Block, blocks
from tests.pages.pieces import Piece, pieces
from tests.pages.references import differing, link_in


def first_difference(english: str, translated: str, lang: str) -> str | None:
    """Return a sentence on the first place where two pages differ in more than words, or `None`.

    Args:
        english: The English page.
        translated: Its translation.
        lang: The translation's language.
    """
    line = 1
    for ours, theirs in zip_longest(blocks(english), blocks(translated)):
        here = f"line {line} of the translation"
        if ours is None or theirs is None:
            alone = ours or theirs
            return f"{here}: only one page has {alone.kind} {alone.text[:80]!r}"
        if (ours.kind, ours.key) != (theirs.kind, theirs.key):
            return f"{here}: {theirs.kind} {theirs.text[:80]!r} in place of {ours.text[:80]!r}"
        found = block_difference(ours, theirs, lang)
        if found:
            return f"{here}: {found}"
        line += theirs.text.count("\n") + theirs.gap.count("\n")
    return None


def block_difference(english: Block, translated: Block, lang: str) -> str | None:
    """Return what differs in two blocks beside their words, or `None`."""
    for ours, theirs in zip_longest(pieces(english), pieces(translated), fillvalue=Piece("", "")):
        if ours.shape != theirs.shape:
            return f"{theirs.text[:80]!r} in place of {ours.text[:80]!r}"
        if ours.kind == "language" and theirs.text != lang:
            return f"the language is {theirs.text}"
        if ours.kind == "link" and theirs.text != link_in(ours.text, lang):
            return f"{theirs.text} in place of {link_in(ours.text, lang)}"
        references = differing(ours, theirs)
        if references:
            return f"only one language has {', '.join(references)}"
    return None

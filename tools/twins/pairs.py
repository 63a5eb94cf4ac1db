"""Finds the translated block of each English one: by id and label, then by order and likeness."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache

from tools.twins.align import align, alike, overlap
from tools.twins.blocks import Block
from tools.twins.pieces import Piece, pieces

Section = tuple[Block, ...]

Known = Set[tuple[str, str]]

# How much of their code two cells share at least where no label says that they are the same.
_SAME_CELL = 0.3


def pair(
    english: list[Block], translated: list[Block], known: Known = frozenset()
) -> list[tuple[Block, Block | None]]:
    """Returns each English block with its translated one; sections and labelled cells may move.

    Args:
        english: The blocks of a page.
        translated: Those of its twin.
        known: English texts with the translations that were written for them.
    """
    sections = list(_sections(translated))
    pairs: list[tuple[Block, Block | None]] = []
    keys = frozenset({block.key for block in translated} & {block.key for block in english} - {""})
    for section, partner in _pair_sections(list(_sections(english)), sections):
        pairs += _pair_blocks(section, partner or (), keys, known)
    # What came into another section, or is under no heading any more.
    alone = [ours for ours, theirs in pairs if theirs is None]
    taken = {id(theirs) for _, theirs in pairs}
    left = [block for block in translated if id(block) not in taken]

    def score(ours: Block, theirs: Block) -> float:
        sure = ours.is_cell or (ours.text, theirs.text) in known
        return _block_score(ours, theirs, keys, known) if sure else 0

    partners = {id(ours): theirs for ours, theirs in align(alone, left, score)}
    return [(ours, theirs or partners.get(id(ours))) for ours, theirs in pairs]


def pair_pieces(
    english: Block, translated: Block, known: Known = frozenset()
) -> list[tuple[Piece, Piece | None]]:
    """Returns each piece of an English block with the one of its translated block."""
    ours, theirs = _pieces(english), _pieces(translated)
    if same_shape(english, translated):
        return list(zip(ours, theirs, strict=True))

    def score(our: Piece, their: Piece) -> float:
        return _piece_score(our, their, known)

    return align(ours, theirs, score)


def same_shape(english: Block, translated: Block) -> bool:
    """Tells whether two blocks differ in words alone."""
    return [p.shape for p in _pieces(english)] == [p.shape for p in _pieces(translated)]


@cache
def _pieces(block: Block) -> tuple[Piece, ...]:
    return tuple(pieces(block))


def _sections(page: list[Block]) -> Iterator[Section]:
    section: list[Block] = []
    for block in page:
        if block.kind.startswith("heading") and block.key:
            yield tuple(section)
            section = []
        section.append(block)
    yield tuple(section)


def _key(section: Section) -> str:
    return section[0].key if section and section[0].kind.startswith("heading") else ""


def _pair_sections(
    english: list[Section], translated: list[Section]
) -> list[tuple[Section, Section | None]]:
    by_key = {_key(section): section for section in translated}
    # A section whose id is new may be one whose id is gone.
    gone = [s for s in translated if _key(s) not in {_key(section) for section in english}]
    new = [s for s in english if _key(s) not in by_key]
    partners = {_key(section): other for section, other in align(new, gone, _section_score)}
    partners |= by_key
    return [(section, partners.get(_key(section))) for section in english]


def _section_score(english: Section, translated: Section) -> float:
    labels = {block.key for block in english[1:]} & {block.key for block in translated[1:]} - {""}
    if labels:
        return 1 + len(labels)
    kinds = overlap([b.kind for b in english], [b.kind for b in translated])
    words = alike("".join(b.text for b in english), "".join(b.text for b in translated))
    return words - 2 if kinds > 0.5 else 0


def _pair_blocks(
    english: Section, translated: Section, keys: frozenset[str], known: Known
) -> list[tuple[Block, Block | None]]:
    def score(ours: Block, theirs: Block) -> float:
        return _block_score(ours, theirs, keys, known)

    in_order = list(zip(english, translated, strict=False))
    is_new = not any((ours.text, theirs.text) in known for ours, theirs in in_order)
    if (
        is_new
        and len(english) == len(translated)
        and all(score(*blocks) > 0 for blocks in in_order)
    ):
        return [(ours, theirs) for ours, theirs in in_order]
    return align(english, translated, score)


def _block_score(english: Block, translated: Block, keys: frozenset[str], known: Known) -> float:
    if english.kind != translated.kind:
        return 0
    if english.key != translated.key and {english.key, translated.key} & keys:
        return 0
    if (english.text, translated.text) in known:
        return 20
    if english.kind.startswith("heading"):
        return 10
    if english.kind in ("structure", "code", "python", "ojs"):
        if english.key and english.key == translated.key:
            return 20
        share = overlap(_shared_lines(english), _shared_lines(translated))
        return 10 * share if share >= _SAME_CELL else 0
    return alike(english.text, translated.text)


def _shared_lines(block: Block) -> list[str]:
    return [piece.text for piece in _pieces(block) if piece.is_shared and piece.text.strip()]


def _piece_score(english: Piece, translated: Piece, known: Known) -> float:
    if english.kind != translated.kind:
        return 0
    if english.is_shared:
        return (2 if english.text.strip() else 0.1) if english.text == translated.text else 0
    sure = english.text == translated.text or (english.text, translated.text) in known
    return alike(english.text, translated.text) + 5 * sure

"""What the course's pages say in another language for which English words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from tools.twins.blocks import blocks
from tools.twins.pairs import pair, pair_pieces, same_shape
from tools.twins.pieces import Piece

_WORD = re.compile(r"""["']([\w.-]+)["']\Z""")


class Memory:
    """The words of pages that were translated before.

    Attributes:
        lang: The language they were translated into.
        known: Each English text with its translated one, of whole blocks and of their pieces.
    """

    def __init__(self, lang: str, pages: Iterable[tuple[str, str]] = ()) -> None:
        """Reads pages.

        Args:
            lang: The language.
            pages: The text of each English page and of its translated one.
        """
        self.lang = lang
        self.known: set[tuple[str, str]] = set()
        self._said: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._names: set[str] = set()
        for english, translated in pages:
            for ours, theirs in pair(blocks(english), blocks(translated)):
                if theirs is None or not same_shape(ours, theirs):
                    continue
                self.known.add((ours.text, theirs.text))
                for piece, other in pair_pieces(ours, theirs):
                    if piece.is_shared and ours.kind == "python":
                        self._names.update(re.findall(r"[^\W\d]\w*", piece.text))
                    elif other is not None and not other.is_shared and not other.untranslated:
                        self._said[piece.kind, piece.text].add(other.text)
                        self.known.add((piece.text, other.text))
        self._translated = {translated for _, translated in self.known}

    def translation(self, piece: Piece) -> str | None:
        """Returns what all pages say for some English words, None where they say several things."""
        said = self._said.get((piece.kind, piece.text), set())
        return next(iter(said)) if len(said) == 1 else None

    def is_name(self, piece: Piece) -> bool:
        """Tells whether a string is a word of code: a name, or one that no page translates."""
        word = _WORD.match(piece.text)
        return word is not None and (
            word[1] in self._names or self.translation(piece) == piece.text
        )

    def has_changed(self, english: Piece, translated: Piece) -> bool:
        """Tells whether a translation was written for other English ones."""
        return (
            translated.text in self._translated
            and (english.text, translated.text) not in self.known
        )

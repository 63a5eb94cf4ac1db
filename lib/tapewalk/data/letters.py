"""Letters as numbers and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

BOUNDARY: Final = "."


@dataclass(frozen=True)
class Letters:
    """The symbols of a model of letters, each with its number; 0 is ".", where names begin and end.

    Args:
        symbols: The boundary, then the letters, in the order of their numbers.

    Example:
        >>> from tapewalk.data import vocabulary
        >>> letters = vocabulary(["ana", "luis"])
        >>> letters.encode("ana"), letters.decode([3, 6, 2, 5]), len(letters)
        ([1, 4, 1], 'luis', 7)
        >>> letters.stoi["."], letters.itos[1]
        (0, 'a')
    """

    symbols: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse symbols of which two would have one number, or that don't begin with "."."""
        if self.symbols[:1] != (BOUNDARY,) or len(set(self.symbols)) < len(self.symbols):
            raise ValueError(
                f"a vocabulary begins with {BOUNDARY!r} and contains no symbol twice, got "
                f"{self.symbols}. Make one with vocabulary(names)."
            )

    def __len__(self) -> int:
        """Return how many symbols there are."""
        return len(self.symbols)

    @property
    def stoi(self) -> dict[str, int]:
        """The number of each symbol."""
        return {symbol: number for number, symbol in enumerate(self.symbols)}

    @property
    def itos(self) -> dict[int, str]:
        """The symbol of each number."""
        return dict(enumerate(self.symbols))

    def encode(self, text: str) -> list[int]:
        """Return the numbers of a text's letters.

        Args:
            text: A name, with or without boundaries.

        Raises:
            ValueError: A letter is not in the vocabulary.
        """
        stoi = self.stoi
        for symbol in text:
            if symbol not in stoi:
                raise ValueError(
                    f"{text!r} contains {symbol!r}, which is not in the vocabulary "
                    f"{''.join(self.symbols)!r}. Usually a capital or an accent was left in, or "
                    "the vocabulary was made from other names."
                )
        return [stoi[symbol] for symbol in text]

    def decode(self, numbers: Iterable[int]) -> str:
        """Return the text of a sequence of numbers.

        Args:
            numbers: Numbers of symbols, from 0 to one less than their count.

        Raises:
            ValueError: A number has no symbol.
        """
        text = []
        for number in map(int, numbers):
            if not 0 <= number < len(self.symbols):
                raise ValueError(
                    f"no symbol has the number {number}: they go from 0 to {len(self) - 1}."
                )
            text.append(self.symbols[number])
        return "".join(text)


ALPHABET: Final = Letters((BOUNDARY, *ascii_lowercase))


def vocabulary(names: Sequence[str]) -> Letters:
    """Return the vocabulary of some names: ".", then their letters in alphabetical order.

    Args:
        names: All names, before they are split: a letter that only the test names have counts too.

    Returns:
        The vocabulary; for the names that ship with the library it has 27 symbols.

    Example:
        >>> from tapewalk import data
        >>> len(data.vocabulary(data.names()))
        27
    """
    return Letters((BOUNDARY, *sorted(set("".join(names)))))

"""From the names that ship with the library to the examples of a letter model."""

from __future__ import annotations

import gzip
import random
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from tapewalk.data.letters import ALPHABET, BOUNDARY, Letters

Array = np.ndarray[Any, Any]


def names() -> list[str]:
    """Return given names in the letters a to z, for a model of letters to learn from.

    They are 5,779 names, English and Spanish, sorted; `NAMES-LICENSE.txt` beside them lists their
    sources. Accents are gone and ñ is n.

    Example:
        >>> from tapewalk import data
        >>> given = data.names()
        >>> len(given), given[:3]
        (5779, ['aaron', 'abbey', 'abbie'])
    """
    packed = files("tapewalk.data").joinpath("names.txt.gz").read_bytes()
    return gzip.decompress(packed).decode("utf-8").split()


class Parts(NamedTuple):
    """Names in three parts.

    Attributes:
        train: Eight in ten, to learn from.
        dev: One in ten, to choose with: sizes, rates, when to stop.
        test: One in ten, to look at once, at the end.

    Example:
        >>> from tapewalk import data
        >>> parts = data.split(data.names())
        >>> len(parts.train), len(parts.dev), len(parts.test)
        (4623, 578, 578)
    """

    train: list[str]
    dev: list[str]
    test: list[str]


def split(names: Sequence[str], seed: int = 42) -> Parts:
    """Return names shuffled and cut into 80% train, 10% dev and 10% test.

    The same names and seed give the same parts. A name that is listed twice may end in two parts.

    Args:
        names: The names; they stay as they are.
        seed: Of the shuffle.

    Returns:
        The three parts, `train`, `dev` and `test`, which together are all names.

    Example:
        >>> from tapewalk import data
        >>> train, dev, test = data.split(["ana", "eva", "ian", "leo", "mia"] * 2, seed=0)
        >>> len(train), len(dev), len(test)
        (8, 1, 1)
    """
    shuffled = list(names)
    random.Random(seed).shuffle(shuffled)
    first, second = len(shuffled) * 8 // 10, len(shuffled) * 9 // 10
    return Parts(shuffled[:first], shuffled[first:second], shuffled[second:])


def contexts(
    names: Sequence[str], block_size: int = 3, vocabulary: Letters = ALPHABET
) -> tuple[Array, Array]:
    """Return every letter of the names, and of their ends, with the symbols before it.

    A window of `block_size` symbols rolls over each name. It begins full of ".", and what follows
    the last letter is ".": "ana" gives `...` → a, `..a` → n, `.an` → a, `ana` → `.`.

    Args:
        names: The names, n letters in all.
        block_size: How many symbols a context has, at least 1.
        vocabulary: Numbers for the symbols; "." and a to z, 0 to 26, unless given.

    Returns:
        The contexts, integers of shape (n + len(names), block_size), and the symbols that follow
        them, of shape (n + len(names),).

    Raises:
        ValueError: `block_size` is below 1, or a letter is not in the vocabulary.

    Example:
        >>> from tapewalk import data
        >>> x, y = data.contexts(["ana"])
        >>> x.tolist(), y.tolist()
        ([[0, 0, 0], [0, 0, 1], [0, 1, 14], [1, 14, 1]], [1, 14, 1, 0])
    """
    if block_size < 1:
        raise ValueError(f"block_size must be 1 or more, got {block_size}.")
    windows: list[list[int]] = []
    targets: list[int] = []
    for name in names:
        symbols = vocabulary.encode(BOUNDARY * block_size + name + BOUNDARY)
        ends = range(block_size, len(symbols))
        windows += [symbols[end - block_size : end] for end in ends]
        targets += symbols[block_size:]
    # reshape: without names the shape is right too
    return np.array(windows, np.int64).reshape(-1, block_size), np.array(targets, np.int64)

"""The data of the lessons: the names that ship, letters and contexts."""

import gzip
import hashlib
from collections import Counter
from importlib.resources import files

import numpy as np
import pytest

from tapewalk import data


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def test_shipped_names_match_their_licence_file():
    folder = files("tapewalk.data")
    content = gzip.decompress(folder.joinpath("names.txt.gz").read_bytes())
    given = data.names()
    assert content == "".join(f"{name}\n" for name in given).encode()
    assert given == sorted(set(given))
    assert len(given) >= 5000
    assert set("".join(given)) == set("abcdefghijklmnopqrstuvwxyz")
    message = folder.joinpath("NAMES-LICENSE.txt").read_text("utf-8")
    assert sha256(content) in message
    assert f"{len(given):,} given names" in message


def test_shipped_names_are_of_both_languages():
    given = set(data.names())
    assert {"emma", "oliver", "charlotte", "hugh", "kimberly"} <= given
    assert {"maria", "jose", "begona", "inaki", "joaquin", "nicolas"} <= given


def test_vocabulary_starts_with_the_boundary():
    letters = data.vocabulary(data.names())
    assert letters.itos == dict(enumerate(".abcdefghijklmnopqrstuvwxyz"))
    assert letters.stoi == {symbol: number for number, symbol in letters.itos.items()}
    assert len(letters) == 27
    assert letters.decode(np.array(letters.encode(".zoe."))) == ".zoe."


def test_unknown_symbol_or_number_is_named():
    letters = data.vocabulary(["ana"])
    with pytest.raises(ValueError, match="'ANA' contains 'A'"):
        letters.encode("ANA")
    for number in (-1, 3):
        with pytest.raises(ValueError, match=f"number {number}: they go from 0 to 2"):
            letters.decode([number])
    with pytest.raises(ValueError, match="begins with"):
        data.Letters(("a", "b"))
    with pytest.raises(ValueError, match="no symbol twice"):
        data.Letters((".", "b", "b"))


def test_split_partitions_names_by_seed():
    given = data.names()
    parts = data.split(given, seed=7)
    assert parts == data.split(list(given), seed=7) != data.split(given, seed=8)
    assert Counter(name for part in parts for name in part) == Counter(given)
    assert [len(part) for part in parts] == [4623, 578, 578]
    assert given == data.names()
    # A split by the alphabet would test on names that begin as none of the others.
    assert {name[0] for name in parts.test} > set("abcdelmnrs")


@pytest.mark.parametrize("block_size", [1, 3, 5])
def test_contexts_equal_the_loop_in_the_lesson(block_size):
    letters, words = data.vocabulary(["ana", "eva"]), ["ana", "eva", "a"]
    wanted, following = [], []
    for word in words:
        context = [0] * block_size
        for symbol in word + ".":
            wanted.append(context)
            following.append(letters.stoi[symbol])
            context = context[1:] + [letters.stoi[symbol]]
    x, y = data.contexts(words, block_size, letters)
    assert (x.tolist(), y.tolist()) == (wanted, following)
    assert x.dtype == y.dtype == np.int64


def test_contexts_of_nothing_and_of_too_little():
    x, y = data.contexts([])
    assert (x.shape, y.shape) == ((0, 3), (0,))
    with pytest.raises(ValueError, match="block_size must be 1 or more, got 0"):
        data.contexts(["ana"], 0)

"""What the checks of numbers use of NumPy: single numbers, and the same draws from a seed.

The draws are those of `numpy.random.default_rng`: PCG64 (O'Neill 2014, XSL-RR), seeded as NumPy's
SeedSequence does it. `tests/live/test_checks.py` compares them.
"""

import math

from hosted.contextlib import contextmanager

_WORD, _LONG, _STATE = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645


class generic:  # noqa: N801
    """A number in a type of NumPy's, of which a page has none."""


class number(generic):  # noqa: N801
    """The same."""


class float32(number):  # noqa: N801
    """The same."""


class _Kind:
    def __init__(self, kind):
        self.kind = kind


class ndarray:  # noqa: N801
    """A single number as an array without axes."""

    shape, size = (), 1

    def __init__(self, value, kind):
        self.value, self.dtype = value, _Kind(kind)

    def astype(self, kind):
        """Returns the number in another type."""
        return ndarray(kind(self.value), "f")

    def all(self):
        """Tells whether it is true."""
        return bool(self.value)

    def __float__(self):
        return float(self.value)


def asarray(x):
    """Returns a number as an array; one that NumPy has no type for is of kind "O"."""
    if isinstance(x, ndarray):
        return x
    if isinstance(x, bool):
        return ndarray(x, "b")
    if isinstance(x, int):
        return ndarray(x, "i" if -(1 << 63) <= x < 1 << 64 else "O")
    return ndarray(x, "c" if isinstance(x, complex) else "f")


def isfinite(x):
    """Tells whether a number is neither infinite nor NaN."""
    return ndarray(math.isfinite(x.value), "b")


def allclose(mine, theirs, rtol, atol, equal_nan):
    """Tells whether two numbers are near; two NaN are as near as two infinities of a sign."""
    a, b = mine.value, theirs.value
    if math.isfinite(a) and math.isfinite(b):
        return abs(a - b) <= atol + rtol * abs(b)
    return a == b or (a != a and b != b)


@contextmanager
def errstate(all):
    """Does nothing: nothing here warns."""
    yield


class _Numbers:
    """What a draw of several gives."""

    def __init__(self, numbers):
        self._numbers = list(numbers)

    def __iter__(self):
        return iter(self._numbers)

    def __mul__(self, other):
        return _Numbers(a * b for a, b in zip(self, other))  # noqa: B905


class _Generator:
    def __init__(self, seed):
        begin, end = _seeded(seed)
        self._half, self._step = None, (end << 1 | 1) & _STATE
        self._state = (self._step + begin) & _STATE
        self._move()

    def _move(self):
        self._state = (self._state * _MULTIPLIER + self._step) & _STATE

    def _long(self):
        self._move()
        mixed, turn = (self._state >> 64 ^ self._state) & _LONG, self._state >> 122
        return (mixed >> turn | mixed << (64 - turn)) & _LONG

    def _word(self):
        if self._half is not None:
            word, self._half = self._half, None
            return word
        both = self._long()
        self._half = both >> 32
        return both & _WORD

    def _random(self):
        return (self._long() >> 11) * 2.0**-53

    def uniform(self, low, high, size=None):
        """Draws numbers between two."""
        if size is None:
            return low + (high - low) * self._random()
        return _Numbers([low + (high - low) * self._random() for _ in range(size)])

    def integers(self, low, high=None):
        """Draws a whole number (Lemire 2019)."""
        low, high = (0, low) if high is None else (low, high)
        count = high - low
        if count == 1:
            return low
        product = self._word() * count
        if product & _WORD < count:
            least = (_WORD + 1 - count) % count
            while product & _WORD < least:
                product = self._word() * count
        return low + (product >> 32)

    def choice(self, things, size=None, p=None):
        """Draws one of several, or more of them."""
        if size is not None:
            return _Numbers([self.choice(things) for _ in range(size)])
        if p is None:
            return things[self.integers(len(things))]
        ends = []
        for part in p:
            ends.append(part + (ends[-1] if ends else 0.0))
        drawn = self._random()
        return things[sum(end / ends[-1] <= drawn for end in ends)]


def _seeded(seed):
    """Returns the two numbers of 128 bits that NumPy's SeedSequence makes of a small seed."""
    factor = 0x43B0D7E5

    def mixed(word):
        nonlocal factor
        word ^= factor
        factor = factor * 0x931E8875 & _WORD
        word = word * factor & _WORD
        return word ^ word >> 16

    pool = [mixed(word) for word in (seed, 0, 0, 0)]
    for source in range(4):
        for target in range(4):
            if source != target:
                other = mixed(pool[source])
                word = (0xCA01F9DD * pool[target] - 0x4973F715 * other) & _WORD
                pool[target] = word ^ word >> 16
    factor, words = 0x8B51F9DD, []
    for n in range(8):
        word = pool[n % 4] ^ factor
        factor = factor * 0x58F38DED & _WORD
        word = word * factor & _WORD
        words.append(word ^ word >> 16)
    longs = [words[n] | words[n + 1] << 32 for n in range(0, 8, 2)]
    return longs[0] << 64 | longs[1], longs[2] << 64 | longs[3]


class random:  # noqa: N801
    """`numpy.random`."""

    default_rng = _Generator

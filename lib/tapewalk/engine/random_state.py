"""Where random numbers come from: one generator that can be seeded, or one that is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias

import numpy as np

Seed: TypeAlias = np.random.Generator | int | None
# The state of each generator before its first draw in a block, for a block that will run again.
States: TypeAlias = "dict[int, tuple[np.random.Generator, Any]]"

_shared = np.random.default_rng()
_noting: ContextVar[States | None] = ContextVar("noting", default=None)


def manual_seed(seed: int) -> np.random.Generator:
    """Seed the library's random numbers, so that a program draws the same ones again.

    Args:
        seed: Any whole number from 0 up.

    Returns:
        The generator that the library draws from where none is given.

    Example:
        >>> from tapewalk import manual_seed, rand
        >>> _ = manual_seed(0)
        >>> first = rand(2).tolist()
        >>> _ = manual_seed(0)
        >>> rand(2).tolist() == first
        True
    """
    _shared.bit_generator.state = np.random.default_rng(seed).bit_generator.state
    return _shared


def generator_of(given: Seed) -> np.random.Generator:
    """Return the given generator, a new one for a given seed, or else the library's."""
    generator = _shared if given is None else np.random.default_rng(given)
    noted = _noting.get()
    if noted is not None:
        noted.setdefault(id(generator), (generator, generator.bit_generator.state))
    return generator


@contextmanager
def noting() -> Iterator[States]:
    """Record the states of generators before the draws of this block."""
    states: States = {}
    token = _noting.set(states)
    try:
        yield states
    finally:
        _noting.reset(token)
        outer = _noting.get()
        if outer is not None:
            for key, state in states.items():
                outer.setdefault(key, state)


@contextmanager
def again(states: States) -> Iterator[None]:
    """Restore the recorded states in this block, so that generators repeat their draws."""
    now: list[tuple[np.random.Generator, Any]] = [
        (generator, generator.bit_generator.state) for generator, _ in states.values()
    ]
    try:
        for generator, state in states.values():
            generator.bit_generator.state = state
        yield
    finally:
        for generator, state in now:
            generator.bit_generator.state = state

"""What a page hands to its figures is what its program computes, today and from this source.

That another Python computes the same traces is tested in tests/live/test_engine.py.
"""

from __future__ import annotations

import math
from typing import Any

from tests.browser.oracle import published, run_program
from tests.browser.site import BuiltPage


def test_published_data_matches_its_program(run_again: BuiltPage) -> None:
    assert _agree(published(run_again.text), run_program(run_again.source))


def _agree(one: Any, other: Any) -> bool:
    """Return whether two pieces of data are equal but for what float32 products round differently.

    Where an array lies in memory decides in which order a processor adds up.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_agree(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_agree, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6)
    return bool(one == other)

"""Tests of reports are in English, and know only the objects that they make themselves."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tapewalk.language import set_language


@pytest.fixture(autouse=True)
def own_surroundings(request: pytest.FixtureRequest) -> Iterator[None]:
    """Set English, and hide all earlier objects: a watched step spends most of its time on them."""
    if not request.path.name.startswith("test_inspect"):
        yield
        return
    set_language("en")
    gc.freeze()
    yield
    gc.unfreeze()
    set_language(None)

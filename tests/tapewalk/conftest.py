"""Each test knows only the objects that it makes, not what other tests and imports left."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def only_own_objects() -> Iterator[None]:
    """Hide all earlier objects: to look through them takes most of a watched step's time."""
    gc.freeze()
    yield
    gc.unfreeze()

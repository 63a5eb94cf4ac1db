"""Tests of reports know only the objects that they make, not what other tests and imports left."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def only_own_objects(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide all earlier objects: to look through them takes most of a watched step's time."""
    is_about_reports = request.path.name.startswith("test_inspect")
    if is_about_reports:
        gc.freeze()
    yield
    if is_about_reports:
        gc.unfreeze()

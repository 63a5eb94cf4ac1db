"""The built pages about the library. (Their helpers are importable by pytest's `pythonpath`.)"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def built(request: pytest.FixtureRequest) -> Callable[[str], BeautifulSoup]:
    """A function that reads a page of modules/library from the rendered folder."""
    folder = ROOT / request.config.getoption("--site") / "modules/library"

    @cache  # it never changes, and reading the reference takes a second
    def read(name: str) -> BeautifulSoup:
        page = folder / name
        assert page.is_file(), f"{page} is missing: run `make build` first"
        return BeautifulSoup(page.read_bytes(), "html.parser")

    return read

"""The option that every test of a rendered folder shares.

It stands here and not in browser/ because pytest reads options only from the conftest files it
meets before it collects anything.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--site",
        default="_site",
        metavar="FOLDER",
        help="the rendered folder that tests/browser looks at, the preview's or Quarto's "
        "(default: _site)",
    )

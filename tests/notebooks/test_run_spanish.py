"""Every Spanish lesson's notebook runs in a fresh kernel, at the same time as the English ones."""

from __future__ import annotations

import pytest

from tests.notebooks.kernel import check, environment
from tests.notebooks.lessons import names, site


@pytest.fixture(scope="module")
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("wheel")
    return environment(request.config, folder), folder


@pytest.mark.parametrize("name", [name for name in names() if ".es." in name])
def test_it_runs_from_top_to_bottom(name, library, request, tmp_path):
    check(name, *library, site(request.config), tmp_path)

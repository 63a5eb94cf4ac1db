"""Forked kernels behave as kernels started by Python."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.preview.fixture_site import Site
from tests.waiting import wait_until
from tools.preview import execute, kernels
from tools.preview.cells import Cell
from tools.preview.errors import BuildError, Place

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only"),
    pytest.mark.by_turns(5),  # each kernel imports PyTorch
]

_TELLS = """
import os, sys, signal, threading
print(os.getcwd(), sorted(name for name in os.environ if name != "JPY_PARENT_PID"))
print(hash("a"), os.environ["PYTHONHASHSEED"], os.environ["MPLBACKEND"])
print([name for name in dir() if not name.startswith("_")], __name__)
print(sys.path)
print(len(sys.argv), sys.argv[1], sys.stdin.isatty(), os.getpgid(0) == os.getpid())
print(signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))
for name in ("tapewalk", "tools", "tests", "matplotlib"):
    try:
        print(name, name in sys.modules, __import__(name).__name__)
    except ImportError as error:
        print(error)
import torch
print(torch.get_num_threads())
"""


def outputs(folder: Path, text: str) -> list[dict[str, Any]]:
    page = folder / "page.qmd"
    cell = Cell("python", text, {}, Place(page, 1), 1, "")
    root = Path(kernels.__file__).parents[2]
    (found,) = asyncio.run(execute.run(page, root, [cell]))
    return found["outputs"]


def said(folder: Path, text: str) -> str:
    """The output of the cell, without the parts that differ between kernels."""
    written = "".join(output.get("text", str(output)) for output in outputs(folder, text))
    return re.sub(r"tape-\w+|0x[0-9a-f]+", "…", written)


@pytest.fixture(params=["plain", "forked"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    choose(request.param, monkeypatch)
    return request.param


def choose(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_PLAIN", 0 if kind == "forked" else 10**9)


def test_forked_kernel_has_the_same_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {}
    for kind in ("plain", "forked"):
        choose(kind, monkeypatch)
        told[kind] = said(tmp_path, _TELLS)
    assert told["forked"] == told["plain"]
    assert "No module named 'tools'" in told["forked"], "the project's tools are not on its path"


def test_only_later_kernels_are_forked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit of one page doesn't wait for imports that it doesn't need."""
    monkeypatch.setattr(kernels, "_started", iter(range(10)))
    monkeypatch.setattr(kernels, "_PLAIN", 2)
    text = "import sys; print('torch' in sys.modules)"
    assert [said(tmp_path, text).strip() for _ in range(3)] == ["False", "False", "True"]


@pytest.mark.usefixtures("kind")
def test_kernels_share_no_state(tmp_path: Path) -> None:
    text = (
        "import torch, numpy\nprint(hasattr(torch, 'own'), 'own' in globals())\ntorch.own = own = 1"
    )
    assert [said(tmp_path, text) for _ in range(2)] == ["False False\n"] * 2


@pytest.mark.usefixtures("kind")
def test_kernels_draw_different_random_numbers(tmp_path: Path) -> None:
    text = "import numpy, random, torch\nprint(numpy.random.rand(), random.random(), torch.rand(1))"
    first, second = (said(tmp_path, text).split() for _ in range(2))
    assert not set(first) & set(second)


@pytest.mark.usefixtures("kind")
def test_dead_kernel_is_reported(site: Site) -> None:
    site.page("```{python}\n__import__('os')._exit(3)\n```\n")
    with pytest.raises(BuildError, match="the kernel died while this ran"):
        site.build()


@pytest.mark.usefixtures("kind")
def test_kernel_ends_with_its_page(tmp_path: Path) -> None:
    number = int(said(tmp_path, "print(__import__('os').getpid())"))
    try:
        wait_until(lambda: not psutil.pid_exists(number))
    except AssertionError:
        os.kill(number, signal.SIGKILL)
        raise

"""What every test shares: one thread, the same draws, the rendered folder, and the full runs.

The options are here and not in browser/ because pytest reads options only from the conftest
files it meets before it collects anything.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.turns import NAME, is_its_turn, turn

# On a busy machine two threads wait for each other at every small step: ten times as long, past
# the time limits of exercises. PyTorch reads this when it is imported, here and in what we start.
os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

# Else each of the hundreds of Pythons that are started may compile the library anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The rules of a visit are asserts too, though they are in files beside the tests.
pytest.register_assert_rewrite("tests.browser")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--site",
        default="_site",
        metavar="FOLDER",
        help="the rendered folder that tests/browser looks at, the preview's or Quarto's "
        "(default: _site)",
    )
    parser.addoption(
        "--all",
        action="store_true",
        help="also run the tests marked `full`, as `make test-all` does every night",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis draw the same examples in every run by day, and others at night.

    A machine that is busy breaks no test: none has a deadline.
    """
    turn()
    steady = {"database": None, "deadline": None, "suppress_health_check": list(HealthCheck)}
    settings.register_profile("day", derandomize=True, **steady)
    settings.register_profile("night", derandomize=False, print_blob=True, **steady)
    settings.load_profile("night" if config.getoption("--all") else "day")


@pytest.fixture(scope="session")
def has_turn(pytestconfig: pytest.Config) -> Callable[[int, int], bool]:
    """Whether this run does what has a place among all, as one of so many parts."""
    is_full = pytestconfig.getoption("--all")
    return lambda place, parts: is_full or is_its_turn(place, parts)


def pytest_report_header() -> str:
    return f"turn {turn()} ({NAME}={turn()} repeats what this run chose)"


class OneByOne(LoadFileScheduling):
    """Gives each process a file at a time, and a page at a time where a test visits all of them.

    A file's tests share what its fixtures made; a visit shares nothing, and half of the time would
    be one file's, for which the other process waits.

    A test that ended its process, as one does that hangs, is not tried again in the next.
    """

    _ended: str | None = None

    def remove_node(self, node: WorkerController) -> str | None:
        work = self.assigned_work[node].values()
        left = (name for unit in work for name, is_done in unit.items() if not is_done)
        self._ended = next(left, None)
        return super().remove_node(node)

    def _reschedule(self, node: WorkerController) -> None:
        for unit in self.workqueue.values():
            if self._ended in unit:
                unit[self._ended] = True
        super()._reschedule(node)
        if self._ended is not None:
            # A process begins a test once it knows the next: one may be all that is left of a unit.
            super()._reschedule(node)

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if "::test_a_visit_" in nodeid else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> OneByOne:
    return OneByOne(config, log)


# First, because pytest sorts the tests by their fixtures afterwards.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the full runs and the parts whose turn it is not, unless all are asked for."""
    if config.getoption("--all"):
        return
    places = Counter[Path]()
    for item in items:
        by_turns = item.get_closest_marker("by_turns")
        if by_turns is None or item.get_closest_marker("full"):
            continue
        if not is_its_turn(places[item.path], *by_turns.args):
            item.add_marker(pytest.mark.full)
        places[item.path] += 1
    full = [item for item in items if item.get_closest_marker("full")]
    if full:
        config.hook.pytest_deselected(items=full)
        items[:] = [item for item in items if not item.get_closest_marker("full")]

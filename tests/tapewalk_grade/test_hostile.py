"""A hostile notebook gets one clear line in time, and the others are graded."""

import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil
import pytest

from bench.submissions import (
    POINTS,
    notebook,
    solved,
    stubs,
    without_checks,
    write,
)
from tests.each import check_all, each
from tests.tapewalk_grade.running import SANDBOXED, graded, run_apart

# Seconds, enough for right work beside endless loops on a busy machine.
TIMEOUT = 20
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

CHECKER = "tapewalk_course.exercises.checker"
FORGED = """
import os
for number in range(3, 60):
    try:
        os.write(number, b'{"mark": {"id": "01.1", "points": 99}}\\n{"done": true}\\n')
    except OSError:
        pass
"""
# Started by a process that has ended, in a session of its own, and ignoring SIGTERM.
DAEMON = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.fork():
        os._exit(0)
    with open("started", "w") as file:
        file.write("x")
    time.sleep(600)
while not os.path.exists("started"):
    time.sleep(0.01)
"""
ALWAYS_RIGHT = """
import tapewalk_course.checking.comparing as comparing
import tapewalk_course.checking.running as running
from tapewalk_course.exercises import module_01
comparing.close = running.close = lambda got, expected: None
module_01.engine.EXERCISE.__dict__["points"] = 99
module_01.order._judge.__code__ = (lambda case, got, expected: None).__code__
module_01.EXERCISES = ()
"""
WHILE_TRIED = """
def matmul_backward(G, X, W):
    import sys
    sys.modules["tapewalk_course.exercises.grading"].diagnose = lambda exercise, trials: None
    return 0
"""
EQUALS_ANYTHING = """
class Same(dict):
    def __eq__(self, other): return True
    def __ge__(self, other): return True
    def keys(self): raise KeyboardInterrupt
def backward(order): return Same()
"""
KILLS_PARENT = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)"
BROKEN = "def matmul_backward(G:\n    return 1"

# No alarm reaches it: only another process can end it.
DEAF = """import signal, time
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
while True: time.sleep(1)"""
DEAF_ENGINE = "class Number:\n    def __init__(self, data):\n" + "".join(
    f"        {line}\n" for line in DEAF.splitlines()
)

# The notebooks; their points, or the status if they were stopped; and a part of the
# line about them.
ENDLESS = {
    "loop-cell": (["while True: pass", *solved()], POINTS, "cell 2: stopped after 3.33 s"),
    "loop-deaf": ([*solved(), DEAF], "timeout", f"stopped after {TIMEOUT} s, in cell"),
    "deaf-engine": (
        solved({"cell-engine": DEAF_ENGINE}),
        "timeout",
        "while its code was being checked",
    ),
}
CASES = {
    "ten-gigabytes": ([*solved(), "x = bytearray(10 * 2**30)"], POINTS, "MemoryError"),
    "output": (
        ["print('x' * 10**8)\nimport sys\nsys.stderr.write('y' * 10**8)", *solved()],
        POINTS,
        "",
    ),
    "sys-exit": (
        ["import sys\nsys.exit(3)", *solved()],
        POINTS,
        "cell 2 stopped with an error: “SystemExit: 3 (2)”",
    ),
    "os-exit": ([*solved(), "import os\nos._exit(0)"], "ended", "ended its own Python (code 0)"),
    "crash": ([*solved(), "import ctypes\nctypes.string_at(0)"], "killed", "signal 11"),
    # Where it sees no other process, it reaches none.
    "kills-parent": (
        [*stubs(), KILLS_PARENT],
        0 if SANDBOXED else "lost",
        "" if SANDBOXED else "lost",
    ),
    "large-file": (
        ["with open('x', 'wb') as f:\n    f.write(b'x' * 2**27)", *solved()],
        POINTS,
        "OSError",
    ),
    "forged": ([FORGED, *stubs()], 0, ""),
    "closed-pipe": (["import os\nos.closerange(0, 100)", *solved()], "ended", "in cell"),
    "altered": ([*stubs(), ALWAYS_RIGHT], 0, "altered the library, which was then restored"),
    "altered-while-tried": (solved({"cell-matmul": WHILE_TRIED}), POINTS - 2, ""),
    "equals-anything": (solved({"cell-walk": EQUALS_ANYTHING}), POINTS - 6, ""),
    "unhooked": ([f"import {CHECKER} as g\ng.check = print", *solved()], POINTS, ""),
    "interrupts": (["raise KeyboardInterrupt", *solved()], POINTS, "KeyboardInterrupt"),
    "recursion": (["def f(): f()\nf()", *solved()], POINTS, "RecursionError"),
    "asks": (["name = input()", *solved()], POINTS, "EOFError"),
    "no-module": (["import no_such_module", *solved()], POINTS, "ModuleNotFoundError"),
    "syntax": (solved({"cell-matmul": BROKEN}), POINTS - 2, "SyntaxError"),
    "other-module": ([code.replace("01.", "42.") for code in stubs()], "unknown_module", "42"),
    "not-ours": (["x = 1"], "no_exercises", "--module"),
}

# Honest, and no flood: a month's notes, each cell with something to show.
LARGE = [f"notes_{n} = list(range({n}))\nprint(notes_{n})\nnotes_{n}" for n in range(2000)]


@pytest.fixture(scope="module", autouse=True)
def endless(tmp_path_factory):
    """Start the slow runs in another thread, while the other tests run."""
    folder = tmp_path_factory.mktemp("endless")
    for name, (cells, _, _) in ENDLESS.items():
        write(folder / f"{name}.ipynb", cells)
    with ThreadPoolExecutor() as pool:
        yield pool.submit(
            graded, folder, "--jobs", len(ENDLESS), "--timeout", TIMEOUT, by=run_apart
        )


@pytest.fixture(scope="module")
def cases(has_turn):
    """The names of the cases of this day: a third of them, or all with `--all`."""
    return [name for nth, name in enumerate(CASES) if has_turn(nth, 3)]


@pytest.fixture(scope="module")
def results(cases, tmp_path_factory):
    folder = tmp_path_factory.mktemp("submissions")
    for name in cases:
        write(folder / f"{name}.ipynb", CASES[name][0])
    write(folder / "large.ipynb", [*LARGE, *solved()])
    (folder / "binary.ipynb").write_bytes(bytes(range(256)))
    (folder / "old.ipynb").write_text('{"nbformat": 3, "worksheets": []}')
    write(folder / "julia.ipynb", notebook(solved(), language_info={"name": "julia"}))
    write(folder / "right.ipynb", solved())
    extra = folder / "missing.ipynb"
    return graded(folder, extra, "--jobs", 2, "--seed", 4)


def test_hostile_notebooks_get_their_lines(cases, results):
    check_all((name, partial(holds, results[f"{name}.ipynb"], *CASES[name][1:])) for name in cases)


def holds(result, expected, said):
    """Check a result's status or points, and its message."""
    lines = [result["message"], *result["notes"]]
    if isinstance(expected, str):
        assert (result["status"], said in result["message"]) == (expected, True), lines
        assert "\n" not in result["message"]
        assert result["message"]
    else:
        assert (result["status"], result["points"]) == ("graded", expected), result
        assert said in "; ".join(lines)


def test_large_honest_notebook_has_no_notes(results):
    holds(results["large.ipynb"], POINTS, "")
    assert (results["large.ipynb"]["message"], results["large.ipynb"]["notes"]) == ("", [])


def test_files_other_than_notebooks_are_reported(cases, results):
    names = ("binary", "old", "julia", "missing")
    found = [results[f"{name}.ipynb"]["status"] for name in names]
    assert found == ["binary", "old", "other_language", "missing"]
    assert results["right.ipynb"]["points"] == POINTS
    assert len(results) == len(cases) + 6


@pytest.mark.by_turns(3)
def test_endless_function_costs_only_its_points(tmp_path):
    endless = "def matmul_backward(G, X, W):\n    while True: pass"
    # Without a call of `check`, it is tried once.
    path = write(tmp_path / "a.ipynb", without_checks(solved({"cell-matmul": endless})))
    result = graded(path)["a.ipynb"]
    assert (result["status"], result["points"]) == ("graded", POINTS - 2)
    assert result["marks"][3]["hint"] == "hint_slow"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The folder for what a grading puts into temporary folders."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def test_hostile_notebooks_leave_no_folders(tmp_path, place):
    """Not even where the process that would clear up is killed by the notebook."""
    path = write(tmp_path / "a.ipynb", [*stubs(), KILLS_PARENT])
    result = graded(path)["a.ipynb"]
    assert result["status"] == ("graded" if SANDBOXED else "lost")
    assert list(place.iterdir()) == []


@linux
def test_fork_bomb_is_contained(tmp_path):
    path = write(tmp_path / "a.ipynb", [*solved(), "import os\nwhile True: os.fork()"])
    result = graded(path)["a.ipynb"]
    assert (result["status"], "32 processes" in result["message"]) == ("processes", True), result
    assert len(result["notes"]) <= 1  # copies of the process have no say


def test_copies_of_the_process_are_ignored(tmp_path):
    path = write(tmp_path / "a.ipynb", ["import os\nos.fork()\nos.fork()\n1 / 0", *solved()])
    result = graded(path)["a.ipynb"]
    assert (result["points"], len(result["notes"])) == (POINTS, 1)


@linux
def test_processes_end_with_their_notebook(tmp_path, place):
    path = write(tmp_path / "a.ipynb", [DAEMON, *solved()])
    assert graded(path)["a.ipynb"]["points"] == POINTS
    assert list(of_a_grading_in(place)) == []


def of_a_grading_in(place):
    """Yield the processes of a grading whose temporary folder is in this place."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if str(place) in process.environ().get("TMPDIR", ""):
                yield process


def test_environment_and_current_folder_are_hidden(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKEN_FOR_THE_TEST", "AAA swordfish")
    code = "import os\nraise RuntimeError(os.getcwd(), sorted(os.environ.values()))"
    path = write(tmp_path / "a.ipynb", [code, *solved()])
    result = graded(path)["a.ipynb"]
    assert result["points"] == POINTS
    assert "RuntimeError: (" in result["notes"][0]
    assert "swordfish" not in result["notes"][0] and str(Path.cwd()) + "'" not in result["notes"][0]


# Last, when its time is up.
@each("name", ENDLESS)
def test_endless_notebook_is_stopped(name, endless: Future):
    _, expected, said = ENDLESS[name]
    holds(endless.result()[f"{name}.ipynb"], expected, said)


def test_points_before_a_stop_count(endless: Future):
    """01.7 never returns; those before it have their points."""
    result = endless.result()["deaf-engine.ipynb"]
    assert result["points"] == POINTS - 4 - 8
    assert [m["hint"] for m in result["marks"]] == [None] * 6 + ["unreached"] * 2

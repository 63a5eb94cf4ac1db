"""Whatever a notebook does, its file gets one clear line, in time, and the others are graded."""

import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.each import each
from tests.tapewalk_course.grade.running import WALLED, graded, run_apart
from tests.tapewalk_course.grade.submissions import (
    POINTS,
    notebook,
    solved,
    stubs,
    without_checks,
    write,
)

# Seconds. Right work beside what loops has to fit in too, on a busy machine as well.
TIMEOUT = 20
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

CHECKER = "tapewalk_course.checks.checker"
FORGED = """
import os
for number in range(3, 60):
    try:
        os.write(number, b'{"mark": {"id": "01.1", "points": 99}}\\n{"done": true}\\n')
    except OSError:
        pass
"""
# Twice removed from its parents, in a session of its own, deaf to polite signals.
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
from tapewalk_course.checks import module_01
comparing.close = running.close = lambda got, expected: None
module_01.engine.EXERCISE.__dict__["points"] = 99
module_01.order._judge.__code__ = (lambda case, got, expected: None).__code__
module_01.EXERCISES = ()
"""
WHILE_TRIED = """
import math
def tanh_slope(x):
    import sys
    sys.modules["tapewalk_course.checks.grading"].diagnose = lambda exercise, trials: None
    return 0
sigmoid_slope = tanh_slope
"""
EQUALS_ANYTHING = """
class Same(dict):
    def __eq__(self, other): return True
    def __ge__(self, other): return True
    def keys(self): raise KeyboardInterrupt
def backward(order): return Same()
"""
KILLS_PARENT = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)"
BROKEN = "import math\ndef tanh_slope(x:\n    return 1"

# No alarm reaches it: only whoever watches from outside can end it.
DEAF = """import signal, time
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
while True: time.sleep(1)"""
DEAF_ENGINE = "class Number:\n    def __init__(self, data):\n" + "".join(
    f"        {line}\n" for line in DEAF.splitlines()
)

# What the notebooks hold; the points they get, or the status of what stopped them; and what the
# line about them has to say.
ENDLESS = {
    "loop-cell": (["while True: pass", *solved()], POINTS, "cell 2: stopped after 3.33 s"),
    "loop-deaf": ([*solved(), DEAF], "timeout", f"stopped after {TIMEOUT} s, in cell"),
    "deaf-engine": (solved({"cell-engine": DEAF_ENGINE}), "timeout", "while its work was tried"),
}
CASES = {
    "ten-gigabytes": ([*solved(), "x = bytearray(10 * 2**30)"], POINTS, "MemoryError"),
    "output": (
        ["print('x' * 10**8)\nimport sys\nsys.stderr.write('y' * 10**8)", *solved()],
        POINTS,
        "",
    ),
    "sys-exit": (["import sys\nsys.exit(3)", *solved()], POINTS, "cell 2: SystemExit: 3"),
    "os-exit": ([*solved(), "import os\nos._exit(0)"], "ended", "ended its own Python (code 0)"),
    "crash": ([*solved(), "import ctypes\nctypes.string_at(0)"], "killed", "signal 11"),
    # Honest, and no flood: a month's notes, each cell with something to show.
    "large": (
        [f"notes_{n} = list(range({n}))\nprint(notes_{n})\nnotes_{n}" for n in range(2000)]
        + solved(),
        POINTS,
        "",
    ),
    # Where it sees no other process, it reaches none.
    "kills-parent": ([*stubs(), KILLS_PARENT], 0 if WALLED else "lost", "" if WALLED else "lost"),
    "large-file": (
        ["with open('x', 'wb') as f:\n    f.write(b'x' * 2**27)", *solved()],
        POINTS,
        "OSError",
    ),
    "forged": ([FORGED, *stubs()], 0, ""),
    "closed-pipe": (["import os\nos.closerange(0, 100)", *solved()], "ended", "in cell"),
    "altered": ([*stubs(), ALWAYS_RIGHT], 0, "altered the library, which was put back"),
    "altered-while-tried": (solved({"cell-slopes": WHILE_TRIED}), POINTS - 1, ""),
    "equals-anything": (solved({"cell-walk": EQUALS_ANYTHING}), POINTS - 5, ""),
    "unhooked": ([f"import {CHECKER} as g\ng.check = print", *solved()], POINTS, ""),
    "interrupts": (["raise KeyboardInterrupt", *solved()], POINTS, "KeyboardInterrupt"),
    "recursion": (["def f(): f()\nf()", *solved()], POINTS, "RecursionError"),
    "asks": (["name = input()", *solved()], POINTS, "EOFError"),
    "no-module": (["import no_such_module", *solved()], POINTS, "ModuleNotFoundError"),
    "syntax": (["import math", *solved({"cell-slopes": BROKEN})], POINTS - 1, "SyntaxError"),
    "other-module": ([code.replace("01.", "42.") for code in stubs()], "unknown_module", "42"),
    "not-ours": (["x = 1"], "no_exercises", "--module"),
}


@pytest.fixture(scope="module", autouse=True)
def endless(tmp_path_factory):
    """Give what is waited for to another thread: the other tests run meanwhile."""
    folder = tmp_path_factory.mktemp("endless")
    for name, (cells, _, _) in ENDLESS.items():
        write(folder / f"{name}.ipynb", cells)
    with ThreadPoolExecutor() as pool:
        yield pool.submit(
            graded, folder, "--jobs", len(ENDLESS), "--timeout", TIMEOUT, by=run_apart
        )


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("submissions")
    for name, (cells, _, _) in CASES.items():
        write(folder / f"{name}.ipynb", cells)
    (folder / "binary.ipynb").write_bytes(bytes(range(256)))
    (folder / "old.ipynb").write_text('{"nbformat": 3, "worksheets": []}')
    write(folder / "julia.ipynb", notebook(solved(), language_info={"name": "julia"}))
    write(folder / "right.ipynb", solved())
    extra = folder / "missing.ipynb"
    return graded(folder, extra, "--jobs", 2, "--seed", 4)


@each("name", CASES)
def test_every_case_gets_its_line(name, results):
    _, expected, said = CASES[name]
    holds(results[f"{name}.ipynb"], expected, said)


def holds(result, expected, said):
    """Hold a result to its status or points, and to what is said of it."""
    lines = [result["message"], *result["notes"]]
    if isinstance(expected, str):
        assert (result["status"], said in result["message"]) == (expected, True), lines
        assert "\n" not in result["message"]
        assert result["message"]
    else:
        assert (result["status"], result["points"]) == ("graded", expected), result
        assert said in "; ".join(lines)


def test_a_large_honest_notebook_has_nothing_noted(results):
    assert (results["large.ipynb"]["message"], results["large.ipynb"]["notes"]) == ("", [])


def test_files_that_are_no_notebooks_are_told_beside_the_others(results):
    names = ("binary", "old", "julia", "missing")
    found = [results[f"{name}.ipynb"]["status"] for name in names]
    assert found == ["binary", "old", "other_language", "missing"]
    assert results["right.ipynb"]["points"] == POINTS
    assert len(results) == len(CASES) + 5


def test_a_function_without_end_costs_its_own_points_only(tmp_path):
    slopes = "import math\ndef tanh_slope(x):\n    while True: pass\nsigmoid_slope = tanh_slope"
    # Where it is handed to no check, it is tried once.
    path = write(tmp_path / "a.ipynb", without_checks(solved({"cell-slopes": slopes})))
    result = graded(path)["a.ipynb"]
    assert (result["status"], result["points"]) == ("graded", POINTS - 1)
    assert result["marks"][0]["hint"] == "hint_slow"


def test_no_folder_stays_behind(tmp_path):
    """Not even where the process that would clear up is killed by the notebook."""
    path = write(tmp_path / "a.ipynb", [*stubs(), KILLS_PARENT])
    place = tmp_path / "temporary"
    place.mkdir()
    result = graded(path, by=run_apart, TMPDIR=str(place))["a.ipynb"]
    assert result["status"] == ("graded" if WALLED else "lost")
    assert list(place.iterdir()) == []


@linux
def test_a_fork_bomb_is_contained(tmp_path):
    path = write(tmp_path / "a.ipynb", [*solved(), "import os\nwhile True: os.fork()"])
    result = graded(path)["a.ipynb"]
    assert (result["status"], "32 processes" in result["message"]) == ("processes", True), result
    assert len(result["notes"]) <= 1  # copies of the process have no say


def test_copies_of_the_process_have_no_say(tmp_path):
    path = write(tmp_path / "a.ipynb", ["import os\nos.fork()\nos.fork()\n1 / 0", *solved()])
    result = graded(path)["a.ipynb"]
    assert (result["points"], len(result["notes"])) == (POINTS, 1)


@linux
def test_nothing_that_a_notebook_started_outlives_it(tmp_path):
    path = write(tmp_path / "a.ipynb", [DAEMON, *solved()])
    place = tmp_path / "temporary"
    place.mkdir()
    assert graded(path, by=run_apart, TMPDIR=str(place))["a.ipynb"]["points"] == POINTS
    assert list(of_a_grading_in(place)) == []


def of_a_grading_in(place):
    """Yield the processes of a grading whose temporary folder is in this place."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if str(place) in process.environ().get("TMPDIR", ""):
                yield process


def test_a_notebook_sees_neither_the_environment_nor_the_folder_of_whoever_grades(tmp_path):
    code = "import os\nraise RuntimeError(os.getcwd(), sorted(os.environ.values()))"
    path = write(tmp_path / "a.ipynb", [code, *solved()])
    result = graded(path, by=run_apart, TOKEN_FOR_THE_TEST="AAA swordfish")["a.ipynb"]
    assert result["points"] == POINTS
    assert "RuntimeError: (" in result["notes"][0]
    assert "swordfish" not in result["notes"][0] and str(Path.cwd()) + "'" not in result["notes"][0]


# Last: by now its time is up.
@each("name", ENDLESS)
def test_what_never_ends_is_stopped(name, endless: Future):
    _, expected, said = ENDLESS[name]
    holds(endless.result()[f"{name}.ipynb"], expected, said)


def test_what_was_known_before_a_notebook_was_stopped_is_kept(endless: Future):
    """01.8 never comes back; the seven others have their points."""
    result = endless.result()["deaf-engine.ipynb"]
    assert result["points"] == POINTS - 3
    assert [m["hint"] for m in result["marks"]] == [None] * 7 + ["unreached"]

"""Ways to points without work: none of them brings any, and each is noted or refused."""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bench.submissions import POINTS, notebook, solved, stubs, write
from tapewalk_course.exercises.catalog import EXERCISES
from tapewalk_course.exercises.factors import factors_of, solutions
from tapewalk_grade.run.borrowed import borrowed
from tapewalk_grade.run.sandbox import Sandbox
from tests.tapewalk_grade.running import IN_THE_OPEN, command, environment, graded, run, sandboxed

# Writes lines into whatever is open, as a worker does.
WRITES = """
import json, os
def says(line, times=1):
    for number in range(3, 60):
        try:
            for _ in range(times):
                os.write(number, json.dumps(line).encode() + b"\\n")
        except OSError:
            pass
"""


def claiming(path, module, cells, **more):
    """Write a notebook whose metadata state its module."""
    return write(path, notebook(cells, tapewalk={"exercises": module, **more}))


def test_notebook_does_not_choose_its_module(tmp_path):
    paths = [claiming(tmp_path / f"ada/{n}.ipynb", f"0{n}", solved()) for n in (1, 2)]
    found = graded(*paths)
    assert {result["status"] for result in found.values()} == {"no_module"}
    assert sum(result["points"] for result in found.values()) == 0
    by_name = claiming(tmp_path / "01-engine/index.ipynb", "02", solved())
    assert graded(by_name)["index.ipynb"]["points"] == POINTS
    assert [one["points"] for one in graded(*paths, "--module", "01").values()] == [POINTS] * 2


def test_odd_notebook_changes_no_possible_points(tmp_path):
    listed = tmp_path / "list.csv"
    rows = [["Student", "ID", "Walk the Tape 01"], ["Points Possible", "", ""]]
    rows += [["=Ada", "1", ""], ["Emmy", "2", ""], ["Grace", "3", "-2.5"]]
    with listed.open("w") as file:
        csv.writer(file).writerows(rows)
    paths = [write(tmp_path / f"{name}_{n}_7_x.ipynb", stubs()) for n, name in ((1, "a"), (2, "b"))]
    odd = write(tmp_path / "c_3_7_x.ipynb", ["x = 1", *stubs()[:2]])
    done = run(*paths, odd, "--module", "01", "--roster", listed)
    assert done.returncode == 0, done.stderr
    found = list(csv.reader(done.stdout.splitlines()))
    assert found[1][2] == str(POINTS)
    assert found[2][0] == "'=Ada"  # no spreadsheet computes it


def test_seed_stays_with_the_judge(tmp_path):
    looks = """
import gc, sys
seeds = [one.seed for one in gc.get_objects() if type(one).__name__ == "Options"]
frame = sys._getframe()
while frame:
    seeds += [getattr(one, "seed", 0) for one in frame.f_locals.values()]
    frame = frame.f_back
raise RuntimeError(f"seeds {[seed for seed in seeds if seed]}")
"""
    found = graded(write(tmp_path / "a.ipynb", [*solved(), looks]), "--seed", 471100)["a.ipynb"]
    assert any("seeds []" in note for note in found["notes"]), found["notes"]


def test_calculations_stay_with_the_judge(tmp_path):
    """Neither frames nor Python's memory have more of a calculation than work is called with."""
    looks = """
import gc, sys
def looks(*given):
    from tapewalk_course.checking.programs import Program
    frame, found = sys._getframe(1), []
    while frame:
        found += [v for v in frame.f_locals.values() if type(v) is bytes and b"tapewalk" in v]
        found += [v for v in frame.f_locals.values() if isinstance(v, Program)]
        frame = frame.f_back
    found += [one for one in gc.get_objects() if isinstance(one, Program)]
    raise RuntimeError(f"found {found!r:.99}")
topological_order = backward = leaves_reached = looks
"""
    for module, ids in (("01", {"01.1", "01.2"}), ("02", {"02.1"})):
        found = graded(write(tmp_path / f"{module}.ipynb", [looks]), "--module", module)
        said = {mark["id"]: mark["said"] for mark in found[f"{module}.ipynb"]["marks"]}
        for id in ids:
            assert "found []" in said[id], (id, said[id])


def test_notes_are_never_in_the_graders_words(tmp_path):
    claim = {"note": "overridden", "filled": {"ids": "16 of 16"}}
    odd = {"note": "slow_cell", "filled": {"cell": "points set by the policy", "seconds": "1"}}
    path = write(tmp_path / "a.ipynb", [WRITES + f"says({claim})\nsays({odd})", *stubs()])
    [noise] = [note for note in graded(path)["a.ipynb"]["notes"] if "cell 2" not in note]
    assert "something other than answers" in noise


def test_flood_of_notes_is_stopped(tmp_path):
    note = {"note": "altered", "filled": {"names": "x" * 10**5}}
    path = write(tmp_path / "a.ipynb", [WRITES + f"says({note}, 400)", *stubs()])
    found = graded(path)["a.ipynb"]
    assert found["status"] == "flood"
    assert len(json.dumps(found)) < 200_000


def test_code_that_hides_code_is_noted(tmp_path):
    hides = "%pip list\nimport base64\nexec(base64.b64decode('eCA9IDE='))"
    notes = graded(write(tmp_path / "a.ipynb", [hides, *stubs()]))["a.ipynb"]["notes"]
    assert any("b64decode, base64, exec" in note for note in notes)


BORROWS = {
    "01.4": """
def matmul_backward(G, X, W):
    import torch
    x, w = (torch.tensor(each, requires_grad=True) for each in (X, W))
    (x @ w).backward(torch.tensor(G))
    return x.grad.numpy(), w.grad.numpy()
""",
    "01.7": "from tapewalk import *\nclass Number(Value): pass",
}


def test_who_takes_the_answer_from_a_library_gets_no_points(tmp_path):
    cells = [*solved(), *BORROWS.values()]
    result = graded(write(tmp_path / "01.ipynb", cells))["01.ipynb"]
    assert [mark["id"] for mark in result["marks"] if mark["hint"] == "borrowed"] == list(BORROWS)
    assert "tapewalk.Value" in result["marks"][-2]["said"]
    assert result["points"] == POINTS - 2 - 4


def test_who_only_compares_with_a_library_keeps_the_points():
    tries = """
import tapewalk as t, torch
from tapewalk import Value as Number
Number(2.0).tanh().backward()
def compare(f: torch.Tensor): return backward(t.inspect), torch.autograd, f
"""
    annotated = "def helper(x: torch.Tensor) -> torch.Tensor: return x"
    for exercise in EXERCISES:
        cells = [*enumerate([tries, annotated, *solutions(exercise.id[:2]).values(), tries[:23]])]
        assert borrowed(exercise, cells) == [], exercise.id


@sandboxed
def test_memory_does_not_stay_for_the_next_notebook(tmp_path):
    libc = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
    leaves = libc + "libc.shmget(0x7A9E, 4096, 0o1666)"
    finds = (
        libc
        + """
keys = libc.syscall(250 if os.uname().machine == "x86_64" else 219, 0, 0, 0, 0, 0)
try:
    memory = os.memfd_create("x")
except OSError:
    memory = -1
raise RuntimeError(f"found {libc.shmget(0x7A9E, 4096, 0o666)} {keys} {memory}")
"""
    )
    write(tmp_path / "a.ipynb", [leaves, *stubs()])
    write(tmp_path / "b.ipynb", [finds, *stubs()])
    notes = graded(tmp_path, "--jobs", 1)["b.ipynb"]["notes"]
    assert any("found -1 -1 -1" in note for note in notes), notes


@sandboxed
def test_clone_is_hidden_from_notebooks(tmp_path):
    root = Path(__file__).parents[2]
    looks = f"import os\nraise RuntimeError(os.listdir({str(root / 'exercises')!r}))"
    notes = graded(write(tmp_path / "a.ipynb", [looks, *stubs()]))["a.ipynb"]["notes"]
    assert any("RuntimeError: []" in note for note in notes), notes


def test_factors_follow_from_the_teachers_secret(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("sesame\n")
    guessed, own = factors_of("ada"), factors_of("ada", "sesame")
    assert guessed != own
    path = tmp_path / "01.ipynb"

    def handed_in(secret_text):
        cells = ["import numpy as np", *solutions("01", "ada", secret_text).values()]
        claiming(path, "01", cells, learner="ada")
        return graded(path, "--factors", "--secret", secret)["01.ipynb"]["points"]

    assert handed_in("sesame") == POINTS
    assert handed_in("") < POINTS


def test_grader_in_the_open_refuses(tmp_path):
    path = write(tmp_path / "a.ipynb", solved())
    asked = [part for part in command(path, "--lang", "en") if part != "--unsafe"]
    done = subprocess.run(
        [*IN_THE_OPEN, *asked], env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "--unsafe" in done.stderr


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can do that")
def test_root_runs_notebooks_as_another_user(tmp_path):
    results = tmp_path / "results.json"
    results.write_text("{}")
    place = tempfile.mkdtemp(prefix="tapewalk-")
    open_ = object.__new__(Sandbox)
    open_.is_closed, open_._is_root = False, True
    assert "open_processes" not in open_.open
    pid = os.fork()
    if pid == 0:
        refused = 0
        try:
            tempfile.tempdir = place
            home = Path(open_.narrow())
            (home / "mine").write_text("x")
            for attack in (lambda: os.kill(os.getppid(), 9), lambda: results.write_text("16")):
                try:
                    attack()
                except PermissionError:
                    refused += 1
        finally:
            os._exit(refused)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 2
    assert results.read_text() == "{}"

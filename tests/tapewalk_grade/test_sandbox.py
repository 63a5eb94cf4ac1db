"""A hostile notebook gets no answers, no other submission and no network."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.submissions import POINTS, solved, stubs, without_checks, write
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.grading import grade
from tapewalk_grade.__main__ import main
from tapewalk_grade.output.formats import FORMATS, HEADLESS
from tapewalk_grade.result import Options, Result
from tapewalk_grade.run.sandbox import needed
from tests.tapewalk_grade.running import IN_THE_OPEN, command, environment, graded, run, sandboxed

# Searches all objects in Python's memory for an oracle and calls it.
PEEKS = """
def _everything():
    import gc, sys
    frame = sys._getframe()
    while frame:
        yield from frame.f_locals.values()
        frame = frame.f_back
    for name, module in list(sys.modules.items()):
        if name.startswith("tapewalk") and module is not None:
            yield from vars(module).values()
    yield from gc.get_objects()

def _answers(name):
    import tapewalk_course.checking.exercise as kinds
    cases = [one for one in _everything() if type(one) is kinds.Case]
    for one in _everything():
        if type(one) is kinds.Exercise and one.takes[0] == name and one.oracles:
            for case in cases:
                try:
                    return next(iter(one.oracles.values()))(case)
                except Exception:
                    pass

def matmul_backward(*given):
    return _answers("matmul_backward")

def unbroadcast(*given):
    return _answers("unbroadcast")
"""
IMPORTS = """
def matmul_backward(G, X, W):
    try:
        from importlib.resources import files
        names = {}
        for name in ("unbroadcast", "matmul"):
            folder = files(f"tapewalk_course.exercises.module_01.{name}")
            exec((folder / "solution.py").read_text("utf-8"), names)
        right = names["matmul_backward"]
    except ImportError:
        from importlib import reload
        import tapewalk_course.exercises.module_01.matmul as matmul
        reload(matmul)
        from tapewalk_course.checking.exercise import Case
        return matmul._by_engine(Case({"G": G, "X": X, "W": W}))
    return right(G, X, W)
"""
# Writes answers before there are questions, and claims that they are right.
SHOUTS = """
import json, os
for number in range(3, 60):
    for line in ({"ran": True}, {"number": "0" * 16, "answer": {"got": 1, "problem": None,
                 "error": None, "changed": []}}, {"points": 16}):
        try:
            os.write(number, json.dumps(line).encode() + b"\\n")
        except OSError:
            pass
"""
# Replaces the code that sends results, and sends an impossible one.
SENDS = """
import json
def matmul_backward(*given):
    real, got = json.dumps, {"kind": "own", "name": "Mark"}
    answer = {"got": got, "problem": None, "error": None, "changed": []}
    json.dumps = lambda what: real({**what, "answer": answer})
"""


def test_memory_search_finds_no_answer(tmp_path):
    known = [each.id for each in MODULES["01"]]
    names = {}
    exec(PEEKS, names)
    # In one process with the answers it finds them, so there are two processes.
    for id in ("01.3", "01.4"):
        assert grade(id, names[MODULES["01"][known.index(id)].takes[0]], lang="en").passed
    write(tmp_path / "peeks.ipynb", [*without_checks(stubs()), PEEKS])
    write(tmp_path / "shouts.ipynb", [*stubs(), SHOUTS])
    write(tmp_path / "sends.ipynb", [*without_checks(stubs()), SENDS])
    results = graded(tmp_path, "--module", "01")
    assert {name: result["points"] for name, result in results.items()} == {
        "peeks.ipynb": 0, "shouts.ipynb": 0, "sends.ipynb": 0,
    }  # fmt: skip
    assert "something other than answers" in "; ".join(results["shouts.ipynb"]["notes"])
    marks = {mark["id"]: mark["hint"] for mark in results["sends.ipynb"]["marks"]}
    assert marks["01.4"] == "forged"
    assert "01.4: no honest run returns this result" in "; ".join(results["sends.ipynb"]["notes"])


@sandboxed
def test_answer_files_are_hidden(tmp_path):
    write(tmp_path / "a.ipynb", [*without_checks(stubs()), IMPORTS])
    result = graded(tmp_path, "--module", "01")["a.ipynb"]
    assert (result["status"], result["points"]) == ("graded", 0)


@sandboxed
def test_other_submissions_are_unreachable(tmp_path):
    ada = write(tmp_path / "z/ada.ipynb", solved())
    before = ada.read_bytes()
    steals = f"""
import json
def cells():
    with open({str(ada)!r}) as file:
        return json.load(file)["cells"]
for cell in cells():
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]))"""
    rewrites = f"open({str(ada)!r}, 'w').write('{{}}')"
    write(tmp_path / "a/eve.ipynb", [*stubs(), steals, rewrites])
    (tmp_path / "a/link.ipynb").symlink_to("../z/ada.ipynb")
    (tmp_path / "b").symlink_to("z")
    done = graded(tmp_path, "--jobs", 1)
    assert {name: result["points"] for name, result in done.items()} == {
        "eve.ipynb": 0, "link.ipynb": 0, "ada.ipynb": POINTS,
    }  # fmt: skip
    assert done["link.ipynb"]["status"] == "link"
    assert len([note for note in done["eve.ipynb"]["notes"] if "Error" in note]) == 2
    assert ada.read_bytes() == before


def test_submissions_are_read_before_any_runs(tmp_path):
    """Even without a sandbox, later changes of a file change no points."""
    ada = write(tmp_path / "z.ipynb", solved())
    write(tmp_path / "a.ipynb", [f"open({str(ada)!r}, 'w').write('{{}}')", *stubs()])
    found = json.loads(done_in_the_open(tmp_path, "--jobs", "1", "--format", "json").stdout)
    assert ada.read_text() == "{}"
    assert [result["points"] for result in found["results"]] == [0, POINTS]
    assert found["open"] == ["open_files", "open_folder", "open_network", "open_processes"]


def done_in_the_open(*arguments):
    return subprocess.run(
        [*IN_THE_OPEN, *command(*arguments, "--unsafe")], env=environment(),
        capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip


def test_missing_protection_is_reported_first(tmp_path):
    path = write(tmp_path / "a.ipynb", stubs())
    said = "Not protected here, because there are no user namespaces: your files and "
    assert done_in_the_open(path, "--lang", "en").stdout.startswith(said)
    done = done_in_the_open(path, "--lang", "en", "--format", HEADLESS[0])
    assert done.stderr.startswith(said) and said not in done.stdout
    result = Result("a.ipynb", open=("open_files",))
    heads = {name: FORMATS[name]([result], Options()) for name in FORMATS}
    in_place = {name for name, text in heads.items() if said[:40] in text or "open_files" in text}
    assert in_place == set(FORMATS) - set(HEADLESS)


@sandboxed
def test_network_processes_and_disk_are_limited(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        calls = f"import socket\nsocket.create_connection({server.getsockname()!r}, 2)"
        looks = """
import os
numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
raise RuntimeError(max(numbers, default=0) < 10)"""
        fills = "for n in range(4):\n    open(str(n), 'wb').write(b'x' * 50 * 2**20)"
        unmounts = "import ctypes\nraise RuntimeError(ctypes.CDLL(None).umount2(b'/tmp', 2))"
        path = write(tmp_path / "a.ipynb", [calls, looks, fills, unmounts, *solved()])
        result = graded(path)["a.ipynb"]
        with pytest.raises(BlockingIOError):
            server.accept()
    said = " ".join(result["notes"])
    assert result["points"] == POINTS
    assert len([note for note in result["notes"] if "Error" in note]) == 4, said
    assert "RuntimeError: True" in said and "RuntimeError: -1" in said
    assert "No space left" in said and ("unreachable" in said or "refused" in said)


@sandboxed
def test_devices_sockets_and_private_files_are_hidden(tmp_path):
    """A disk device would bypass the sandbox, and Docker's socket obeys any writer."""
    looks = f"""
import ctypes, os
inside = sorted(os.listdir("/dev"))
sockets = os.listdir("/run") if os.path.isdir("/run") else []
private = [each for each in {private()!r} if os.path.isdir(each) and os.listdir(each)]
# In a new user namespace a process has privileges again.
rights = ctypes.CDLL(None).unshare(1 << 28)
raise RuntimeError(f"{{inside}} {{sockets}} {{private}} {{rights}}")"""
    result = graded(write(tmp_path / "a.ipynb", [looks, *solved()]))["a.ipynb"]
    devices = ["null", "zero", "full", "random", "urandom", "stdin", "stdout", "stderr"]
    assert f"RuntimeError: {sorted([*devices, 'fd', 'shm'])} [] [] -1" in "; ".join(result["notes"])
    assert result["points"] == POINTS


def private():
    """Return the hidden folders of the home folder, except those that contain Python."""
    found = [path for path in Path.home().glob(".*") if path.is_dir()]
    return [str(path) for path in found if not needed(str(path))]


@pytest.fixture
def outside():
    """Return a folder outside `/tmp`, of which a notebook has its own."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


@sandboxed
def test_lists_policies_and_pages_are_hidden_like_submissions(outside):
    path = write(outside / "in/a.ipynb", solved())
    beside = {
        "roster": "Student,ID,SIS User ID\nLovelace,17,a\n",
        "policy": "best = 8\n",
        "resume": "",
    }
    for name, text in beside.items():
        (outside / name).write_text(text)
    (outside / "feedback").mkdir()
    (outside / "feedback/other.html").write_text("points")
    looks = f"""
import os
for name in ("roster", "policy", "resume", "feedback"):
    at = os.path.join({str(outside)!r}, name)
    if os.path.exists(at) and (os.listdir(at) if os.path.isdir(at) else open(at).read()):
        raise RuntimeError(at)"""
    write(path, [looks, *solved()])
    names = (*beside, "feedback")
    options = [part for name in names for part in (f"--{name}", outside / name)]
    done = run(path, *options, "--output", outside / "points.csv", "--lang", "en")
    journal = (outside / "resume").read_text().splitlines()
    assert (done.returncode, json.loads(journal[1])["notes"]) == (0, [])


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_memory_counts_all_processes(tmp_path):
    grows = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        x = b"x" * (300 * 2**20)
        time.sleep(600)
time.sleep(600)"""
    path = write(tmp_path / "a.ipynb", [*solved(), grows])
    result = graded(path, "--memory", 1024)["a.ipynb"]
    assert (result["status"], "1024 MiB" in result["message"]) == ("memory", True)


def test_missing_packages_are_reported_before_grading(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(MODULES["01"][0].__dict__, "needs", ("no_such_package",))
    path = write(tmp_path / "a.ipynb", solved())
    journal = tmp_path / "journal"
    assert main([str(path), "--lang", "en", "--resume", str(journal)]) == 2
    assert main(["--check-setup", "--module", "01", "--lang", "es"]) == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert [line.partition(":")[0] for line in said.splitlines()] == [
        "nothing was graded", "no se calificó nada",
    ]  # fmt: skip
    assert "pip install no_such_package" in said
    assert len(journal.read_text().splitlines()) == 1  # how it would have been graded


def test_course_solutions_get_full_marks():
    done = run("--check-setup", "--module", "01", "--module", "03", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("file")
    assert f"{POINTS}/{POINTS}" in done.stdout

"""The exercises as Gradescope, nbgrader and otter-grader take them."""

import json
import subprocess
import zipfile

import pytest

from bench.submissions import POINTS, solved, write
from tapewalk_course.exercises.catalog import MODULES
from tests.tapewalk_grade.running import SAFE, environment, run
from tests.tapewalk_grade.test_factors import FOLDERS, built


@pytest.fixture
def notebook(tmp_path):
    path = tmp_path / "index.ipynb"
    path.write_text(json.dumps(built(FOLDERS[0])))
    return path


def autograder(tmp_path, cells):
    """Unpack the autograder where Gradescope has it, hand a notebook in, and run it."""
    (tmp_path / "tapewalk.whl").write_bytes(b"the library")
    made = tmp_path / "made.zip"
    asked = ["--module", "01", "--lang", "en", "--output", made]
    assert run("build", "gradescope", tmp_path / "tapewalk.whl", *asked).returncode == 0
    place = tmp_path / "autograder"
    (place / "results").mkdir(parents=True)
    (place / "results/results.json").write_text("what a notebook left")
    with zipfile.ZipFile(made) as packed:
        packed.extractall(place / "source")
        assert all(info.external_attr >> 16 == 0o755 for info in packed.infolist())
    script = place / "source/run_autograder"
    script.write_text(script.read_text().replace("/autograder/", f"{place}/"))
    (place / "submission").mkdir()
    if cells:
        write(place / "submission/index.ipynb", cells)
    done = subprocess.run(
        ["bash", script], env=environment(), capture_output=True, text=True, check=False
    )
    return done, place / "results/results.json"


@pytest.mark.skipif(not SAFE, reason="nothing keeps a notebook from writing its own points here")
def test_gradescope_runs_its_autograder(tmp_path):
    done, results = autograder(tmp_path, solved())
    assert done.returncode == 0, done.stderr
    assert json.loads(results.read_text())["score"] == POINTS


def test_gradescope_gets_no_results_but_those_of_the_grader(tmp_path):
    done, results = autograder(tmp_path, ())
    assert done.returncode != 0 and not results.exists()
    setup = results.parents[1] / "source/setup.sh"
    assert "set -eu" in setup.read_text() and "|| true" not in setup.read_text()
    assert subprocess.run(["bash", "-n", setup], check=False).returncode == 0


def test_nbgrader_has_a_solution_and_a_test_for_each_exercise(notebook, tmp_path):
    assert run("build", "nbgrader", notebook, "--output", tmp_path / "course").returncode == 0
    assert "code_stub" in (tmp_path / "course/nbgrader_config.py").read_text()
    made = json.loads((tmp_path / "course/source/01-en/index.ipynb").read_text())
    about = [cell["metadata"].get("nbgrader", {}) for cell in made["cells"]]
    assert sum(each.get("points", 0) for each in about) == POINTS
    tests = [cell for cell, each in zip(made["cells"], about, strict=True) if each.get("grade")]
    assert len(tests) == len(MODULES["01"]) == sum(each.get("solution", False) for each in about)
    # What nbgrader takes out leaves the stub as it is; what it keeps gets all points.
    released = ["".join(cell["source"]).partition("\n\n### BEGIN")[0] for cell in made["cells"]]
    assert released[1] == "".join(built(FOLDERS[0])["cells"][1]["source"])
    names = {"display": lambda shown: None}
    for cell in made["cells"]:
        exec(
            "".join(cell["source"]).replace("\nfeedback.points", "\npoints = feedback.points"),
            names,
        )
        if cell in tests:
            assert names["points"] == cell["metadata"]["nbgrader"]["points"]


def test_otter_has_a_question_for_each_exercise(notebook, tmp_path):
    assert run("build", "otter", notebook, "--output", tmp_path).returncode == 0
    made = json.loads((tmp_path / "01-en/index.ipynb").read_text())
    raw = ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "raw"]
    assert raw[0].startswith("# ASSIGNMENT CONFIG")
    kinds = ("BEGIN QUESTION", "BEGIN SOLUTION", "END SOLUTION", "BEGIN TESTS", "END TESTS")
    heads = [text.partition("\n")[0] for text in raw[1:]]
    assert heads == [f"# {kind}" for kind in (*kinds, "END QUESTION")] * len(MODULES["01"])
    # As `otter assign` leaves a solution, with the stub in quotes: its tests pass.
    names = {}
    for cell in made["cells"]:
        if cell["cell_type"] == "code" and not str(cell["id"]).startswith("check"):
            exec("".join(cell["source"]), names)


def test_what_cannot_be_built_is_named(notebook, tmp_path):
    other = tmp_path / "other.ipynb"
    other.write_text(json.dumps({"cells": [], "metadata": {}}))
    for platform, path, more in (
        ("otter", other, ()),
        ("nbgrader", tmp_path / "none.ipynb", ()),
        ("gradescope", notebook, ("--module", "07")),
        ("gradescope", notebook, ()),
    ):
        done = run("build", platform, path, "--output", tmp_path / "out", *more)
        assert done.returncode == 2 and done.stderr
        assert not (tmp_path / "out").exists()

"""The learner's work is what its names refer to at the end of the notebook."""

import pytest

from bench.submissions import (
    POINTS,
    notebook,
    solved,
    stubs,
    without_checks,
    write,
)
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.factors import solutions
from tests.tapewalk_course.exercises.ways import WAYS
from tests.tapewalk_grade.running import graded

RENAMED = """
def my_walk(order):
    grads = dict.fromkeys(order, 0.0)
    grads[order[-1]] = 1.0
    for number in reversed(order):
        for parent, local in zip(number.parents, number.local_gradients):
            grads[parent] += grads[number] * local
    return grads
check("01.2", my_walk)
"""
STUB = "def backward(order):\n    raise NotImplementedError"
FROM_COLAB = [
    "#@title Setup\nfrom importlib.util import find_spec\nif not find_spec('nix'):\n"
    "    %pip install -q tapewalk nix\n    print('Reload.')",
    "!pip list | head -3",
    "%%bash\nls",
    "import asyncio\nawait asyncio.sleep(0)\ndisplay('here')",
]

CASES = {
    "solved": (solved(), POINTS),
    "stubs": (stubs(), 0),
    "no checks": (without_checks(solved()), POINTS),
    "nothing after the stubs": ([*without_checks(solved()), STUB], POINTS - 6),
    "written twice": ([STUB, *without_checks(solved())], POINTS),
    # The check in the notebook said yes: so does the grader.
    "other name": ([*stubs(), RENAMED], 2),
    "other name, no stub": ([stubs()[0], RENAMED], 2),
    "from Colab": ([*FROM_COLAB, *solved()], POINTS),
    "checks that lie": (
        [
            "def check(id, *work): print('right')",
            *without_checks(stubs()),
            *(code for code in stubs() if "check(" in code),
        ],
        0,
    ),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("submissions")
    for name, (cells, _) in CASES.items():
        write(folder / f"Copy of {name} (1).ipynb", cells)
    own = notebook(["def backward(order): return {}"], tapewalk={"exercises": "01", "lang": "es"})
    write(folder / "own.ipynb", own)
    return graded(folder, "--jobs", 2, "--seed", 3)


@pytest.mark.parametrize("name", CASES)
def test_points_follow_the_final_definitions(name, results):
    result = results[f"Copy of {name} (1).ipynb"]
    assert (result["status"], result["points"]) == ("graded", CASES[name][1]), result
    assert result["of"] == POINTS
    assert [mark["id"] for mark in result["marks"]] == [each.id for each in MODULES["01"]]


def test_module_in_the_metadata_is_graded(results):
    marks = results["own.ipynb"]["marks"]
    assert [mark["hint"] for mark in marks] == ["undefined"] + [
        "hint_01.2_missing",
        *["undefined"] * 6,
    ]
    assert marks[0]["said"] == "not defined: topological_order"


def test_pytorch_work_is_graded_within_the_limits(tmp_path):
    pytest.importorskip("torch")
    own = notebook(list(solutions("04").values()), tapewalk={"exercises": "04", "lang": "en"})
    result = graded(write(tmp_path / "a.ipynb", own), "--seed", 3)["a.ipynb"]
    assert (result["status"], result["notes"]) == ("graded", [])
    assert result["points"] == sum(exercise.points for exercise in MODULES["04"])


def test_mistake_gets_the_hint_of_its_check(tmp_path):
    wrong = "def unbroadcast(gradient, shape):\n    return gradient"
    path = write(tmp_path / "a.ipynb", solved({"cell-unbroadcast": wrong}))
    mark = graded(path)["a.ipynb"]["marks"][2]
    assert mark["hint"] == "hint_01.3_unchanged"
    assert WAYS["01.3"].wrong[0][0] == "unchanged"
    assert "has to be summed" in mark["said"]


def test_seed_decides_the_inputs(tmp_path):
    wrong = "def backward(order):\n    return {}"
    path = write(tmp_path / "a.ipynb", solved({"cell-walk": wrong}))
    said = [graded(path, "--seed", seed)["a.ipynb"]["marks"][1]["said"] for seed in (1, 1, 2)]
    assert said[0] == said[1] != said[2]

"""What the tools are asked has an answer of its own, and the page's tables are the record's."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any

import compared
import pytest

from bench import tools
from tests.each import each


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return compared.record()


def test_the_truth_is_what_a_step_does() -> None:
    true = tools.truth(tools.sick("vision", "resnet_features"))
    one = tools.sick("vision", "resnet_features")
    one.loss().backward()
    missing = {name for name, p in one.model.named_parameters() if p.grad is None}
    assert set(true["lost"]) == missing and "stem.weight" in missing and "fc.weight" not in missing
    # The matrix's input, the log-softmax, the targets and the sum of the weights of the classes;
    # what lies before the detach has let go of what it stored.
    assert true["saved"] == 4 * 16 * 4 + 4 * 10 * 4 + 4 * 8 + 4
    assert true["graph"].count("AccumulateGrad") == 2
    assert true["modules"] == sorted(one.leaves())


@pytest.mark.filterwarnings("ignore")  # what torchviz imports is old, and says so
@pytest.mark.parametrize(
    "name",
    [
        "inspect",
        "torchviz",
        "profiler",
        "visualizer",
        pytest.param(
            "TorchLens",
            marks=pytest.mark.skipif(not find_spec("torchlens"), reason="bench/requirements.txt"),
        ),
    ],
)
def test_a_tool_tells_what_the_record_says(name: str, record: dict[str, Any]) -> None:
    look, tell, _ = tools.TOOLS[name]
    model = ("vision", "resnet_features")
    true = tools.truth(tools.sick(*model))
    one = tools.sick(*model)
    told = tools.answers(tell(one, look(one)), true)
    assert told == record["tools"][name]["models"]["resnet_features"]["answers"]


def test_an_answer_that_is_not_right_does_not_count() -> None:
    true = tools.truth(tools.sick("vision", "pyramid"))
    exact = {**true, "fault": [true["fault"]], "marked": True, "times": True, "allocations": True}
    assert all(tools.answers(exact, true).values())
    wrong = {
        "fault": [1],
        "lost": [],
        "gradients": {**true["gradients"], "head.weight": 1.0},
        "saved": true["saved"] + 4,
        "graph": true["graph"][1:],
        "modules": true["modules"][1:],
        "lines": true["lines"][1:],
        "values": {},
    }
    for question, answer in wrong.items():
        assert tools.answers({**exact, question: answer}, true)[question] is False, question


def test_the_record_has_every_tool_model_and_question(record: dict[str, Any]) -> None:
    assert [*record["tools"]] == [*tools.TOOLS]
    six = [name for _, name in tools.names()]
    assert len(six) == 6
    for found in record["tools"].values():
        assert [*found["models"]] == six
        for model in found["models"].values():
            assert [*model["answers"]] == [*tools.QUESTIONS]
            assert model["over_step"] > 0
    assert record["versions"]["torchlens"] and record["versions"]["torchviz"]


@each("lang", ("en", "es"))
def test_the_tables_hold_the_record(record: dict[str, Any], lang: str) -> None:
    _, _, *rows = compared.told(record, lang).splitlines()
    assert len(rows) == len(tools.QUESTIONS)
    for question, row in zip(tools.QUESTIONS, rows, strict=True):
        cells = row.strip("|").split("|")[1:]
        for cell, found in zip(cells, record["tools"].values(), strict=True):
            right, asked = tools.summed(found["models"])[question]
            assert [int(n) for n in re.findall(r"\d+", cell)] == [right, asked] * (right > 0)
    assert len(compared.taken(record, lang).splitlines()) == 6
    assert record["versions"]["torch"] in compared.stamp(record, lang)

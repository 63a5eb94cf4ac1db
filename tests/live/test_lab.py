"""The lab's programs in a page and in CPython."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tapewalk import validate
from tapewalk_course import lab
from tapewalk_course.lab.models import GPT, MLP
from tapewalk_course.lab.tensor import Tensor
from tests.live.in_page import run_programs

# In a set, the order of two different parents varies.
BY_CHANCE = {("set", "neuron"), ("set", "residual")}


def test_bugs_in_a_page_match_cpython(tmp_path: Path) -> None:
    data = lab.data("en")
    engines = {"none": lab.text()} | {bug.name: lab.break_it(bug.name) for bug in lab.BUGS}
    pairs = [(bug, p) for bug in engines for p in lab.PROGRAMS if (bug, p.name) not in BY_CHANCE]
    calls = []
    for bug, p in pairs:
        engine, program, root = (json.dumps(text) for text in (engines[bug], p.text, p.root))
        call = f"[watch({engine}, {program}), check({engine}, {program}, {root})]"
        calls.append(f"{data['watch']}\nimport json\nprint(json.dumps({call}))")
    for (bug, p), result in zip(pairs, run_programs(calls, tmp_path), strict=True):
        assert result["error"] is None, (bug, p.name, result)
        watched, checked = json.loads(result["printed"])
        here = lab.watch(engines[bug], p.text)
        if here["error"]:  # Each Python has its own sentence for too deep a recursion.
            assert watched["error"]["place"] == here["error"]["place"]
            continue
        assert watched["error"] is None
        assert _numbers(watched) == _numbers(here), (bug, p.name)
        if bug != "set":
            assert _order(watched) == _order(here), (bug, p.name)
        rights = [one["isRight"] for one in lab.check(engines[bug], p.text, p.root)]
        assert [one["isRight"] for one in checked] == rights, (bug, p.name)


def _numbers(told: dict[str, Any]) -> Any:
    """Return the record rounded, as platforms' exp differ in their last digits."""
    return [(n["label"], n["op"], f"{n['grad']:.9g}") for n in told["nodes"]]


def _order(told: dict[str, Any]) -> Any:
    """Return the order in which gradients were written, with their senders."""
    return [[write[:2] for write in walk["writes"]] for walk in told["walks"]]


_TRAINED = """
import numpy as np
from tapewalk_course.lab.models import {0}
from tapewalk_course.lab.tensor import Tensor
model = {0}(Tensor, np.random.default_rng(0))
for step in range(5):
    loss = model.loss()
    model.learn(loss)
print(model.progress(5))
loss"""


@pytest.mark.parametrize("kind", [MLP, GPT])
def test_models_learn_the_same_in_a_page(kind: type[Any], tmp_path: Path) -> None:
    model = kind(Tensor, np.random.default_rng(0))
    for _ in range(5):
        model.learn(model.loss())
    (told,) = run_programs([_TRAINED.format(kind.__name__)], tmp_path, "arrays")
    assert told["error"] is None
    assert told["printed"] == model.progress(5) + "\n"
    drawn = told["trace"]
    validate(drawn | {"versions": {"tapewalk": "0", "numpy": "0"}})
    shapes = sorted(node["shape"] for node in drawn["nodes"] if node["op"] == "leaf")
    assert shapes == sorted(list(p.data.shape) for p in model.parameters)

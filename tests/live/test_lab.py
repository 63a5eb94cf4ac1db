"""The lab's programs as they run in a page, beside themselves in CPython."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tapewalk_course import lab
from tests.live.test_engine import SCRIPT
from tools.assets.__main__ import NODE

# In a set, two different parents stand in an order of their own each time.
BY_CHANCE = {("set", "neuron"), ("set", "residual")}


def test_every_bug_does_in_a_page_what_it_does_here(tmp_path: Path) -> None:
    data = lab.data("en")
    engines = {"none": lab.text()} | {bug.name: lab.break_it(bug.name) for bug in lab.BUGS}
    pairs = [(bug, p) for bug in engines for p in lab.PROGRAMS if (bug, p.name) not in BY_CHANCE]
    calls = []
    for bug, p in pairs:
        engine, program, root = (json.dumps(text) for text in (engines[bug], p.text, p.root))
        call = f"[watch({engine}, {program}), check({engine}, {program}, {root})]"
        calls.append([f"{data['watch']}\nimport json\nprint(json.dumps({call}))", {}])
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(calls), "utf-8")
    run = subprocess.run([NODE, SCRIPT, path], capture_output=True, text=True, check=True)
    for (bug, p), result in zip(pairs, json.loads(run.stdout), strict=True):
        assert result["error"] is None, (bug, p.name, result)
        watched, checked = json.loads(result["printed"])
        here = lab.watch(engines[bug], p.text)
        if here["error"]:  # Of a recursion that is too deep each Python has its own sentence.
            assert watched["error"]["place"] == here["error"]["place"]
            continue
        assert watched["error"] is None
        assert _numbers(watched) == _numbers(here), (bug, p.name)
        if bug != "set":
            assert _order(watched) == _order(here), (bug, p.name)
        rights = [one["isRight"] for one in lab.check(engines[bug], p.text, p.root)]
        assert [one["isRight"] for one in checked] == rights, (bug, p.name)


def _numbers(told: dict[str, Any]) -> Any:
    """Return what happened; platforms bring their own exp, which differ in their last digits."""
    return [(n["label"], n["op"], f"{n['grad']:.9g}") for n in told["nodes"]]


def _order(told: dict[str, Any]) -> Any:
    """Return which number's gradient was written when, and who sent it."""
    return [[write[:2] for write in walk["writes"]] for walk in told["walks"]]

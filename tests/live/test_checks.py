"""The checks as they run in a page, beside themselves in CPython: same inputs, hints and words."""

from __future__ import annotations

import ast
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tapewalk_course.checks.grading import grade
from tests.live.test_engine import SCRIPT
from tests.pages.sources import ROOT
from tests.tapewalk_course.checks.module_01 import SOLUTIONS
from tools.assets.__main__ import NODE
from tools.assets.lowering import lowered, sources

SOLVED = {"01.1": "slopes", "01.2": "order", "01.3": "walk", "01.8": "engine"}
SEED = 5
ANSWERS = ROOT / "lib" / "tapewalk_course" / "checks" / "module_01"
WAYS = ROOT / "tests" / "tapewalk_course" / "checks" / "module_01"
# What page.py runs before a check, as lib/live/exercise.js writes it.
INSTALL = (ROOT / "lib" / "live" / "checks" / "install.py").read_text("utf-8")
# Walks that do not end: a page ends its worker (tests/browser/test_exercises.py).
ENDLESS = {"hint_01.2_paths", "hint_01.3_paths", "hint_01.8_paths"}


def _run(programs: list[str], folder: Path) -> list[dict[str, Any]]:
    path = folder / "cases.json"
    install = f"files = {json.dumps(sources())}\n{INSTALL}"
    path.write_text(json.dumps([[text, {}] for text in (install, *programs)]), "utf-8")
    run = subprocess.run([NODE, SCRIPT, path], capture_output=True, text=True, check=True)
    installed, *results = json.loads(run.stdout)
    assert installed["error"] is None
    return list(results)


def _ways(id: str) -> str:
    """Return the tests' own right and wrong solutions as a program for a page."""
    texts = [(ANSWERS / name / "solution.py").read_text("utf-8") for name in SOLVED.values()]
    needed = {"01.1": ["slopes"], "01.2": ["order"], "01.3": ["walk"], "01.8": ["order", "engine"]}
    texts += [(WAYS / f"{name}.py").read_text("utf-8") for name in needed[id]]
    bodies = []
    for text in texts:
        tree = ast.parse(text)
        tree.body = [one for one in tree.body if not _is_ours(one)]
        bodies.append(lowered(ast.unparse(tree)))
    return "\n".join(["from tapewalk_course.checks.module_01.walks import WRONG_RULES", *bodies])


def _is_ours(node: ast.stmt) -> bool:
    ours = ("tapewalk", "tests")
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith(ours)


@pytest.mark.parametrize("id", SOLVED)
def test_right_and_wrong_solutions_are_told_the_same_in_a_page(id: str, tmp_path: Path) -> None:
    module = SOLUTIONS[id]
    right = [(None, module.REFERENCE), *((None, way) for way in getattr(module, "ALSO_RIGHT", []))]
    wrong = [(f"hint_{id}_{name}", work) for name, work in module.WRONG]
    wrong += [(f"hint_{name}", work) for name, work in module.GENERIC]
    listed = "[REFERENCE] + (ALSO_RIGHT if 'ALSO_RIGHT' in globals() else [])"
    listed += " + [work for _, work in WRONG + GENERIC]"
    begin = f"import json, page\n{_ways(id)}\nways = {listed}"
    chosen = [n for n, (hint, _) in enumerate([*right, *wrong]) if hint not in ENDLESS]
    langs = ["en" if n % 2 else "es" for n in chosen]
    calls = [
        f"{begin}\nprint(json.dumps(page.checked({id!r}, ways[{n}], {lang!r}, {SEED})))"
        for n, lang in zip(chosen, langs, strict=True)
    ]
    told_of_all = _run(calls, tmp_path)
    for n, lang, told in zip(chosen, langs, told_of_all, strict=True):
        assert told["error"] is None, (n, told)
        hint, work = [*right, *wrong][n]
        here, there = grade(id, *work, seed=SEED, lang=lang), json.loads(told["printed"])
        assert there["hint"] == here.hint == hint, (n, there, str(here))
        assert there["passed"] == here.passed
        assert there["title"] == here.title
        # The same inputs, for NumPy's numbers come of a seed in a page too; what came is each
        # Python's own `repr`.
        for row in (0, 2, -1) if here.diagnosis else (0,):
            assert there["rows"][row] == list(here.rows()[row]), (n, hint)

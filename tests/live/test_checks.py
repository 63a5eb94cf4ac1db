"""The checks as they run in a page, beside themselves in CPython: same inputs, hints and words."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tapewalk_course.checks.catalog import find
from tapewalk_course.checks.grading import grade
from tests.live.test_engine import SCRIPT
from tests.pages.sources import ROOT
from tools.assets.__main__ import NODE
from tools.assets.lowering import lowered, sources

SOLVED = ("01.1", "01.2", "01.3", "01.8")
SEED = 5
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


@pytest.mark.parametrize("id", SOLVED)
def test_right_and_wrong_solutions_are_told_the_same_in_a_page(id: str, tmp_path: Path) -> None:
    exercise = find(id, "en")
    folder, takes = exercise.mistakes, exercise.takes
    ways = [(None, code) for code in (folder.solution, *folder.declared.right)]
    ways += [
        (f"hint_{prefix}{entry.name}", code)
        for prefix, entries in ((f"{id}_", folder.declared.mistakes), ("", folder.declared.general))
        for entry in entries
        for code in entry.codes
    ]
    chosen = [(hint, code) for hint, code in ways if hint not in ENDLESS]
    langs = ["en" if n % 2 else "es" for n in range(len(chosen))]
    calls = [
        f"import json, page\nfrom tapewalk_course.checks.catalog import find\n"
        f"folder = find({id!r}, 'en').mistakes\n"
        f"work = folder.work({lowered(code)!r}, {takes!r})\n"
        f"print(json.dumps(page.checked({id!r}, work, {lang!r}, {SEED})))"
        for (_, code), lang in zip(chosen, langs, strict=True)
    ]
    told_of_all = _run(calls, tmp_path)
    for (hint, code), lang, told in zip(chosen, langs, told_of_all, strict=True):
        assert told["error"] is None, (code, told)
        here = grade(id, *folder.work(code, takes), seed=SEED, lang=lang)
        there = json.loads(told["printed"])
        assert there["hint"] == here.hint == hint, (code, there, str(here))
        assert there["passed"] == here.passed
        assert there["title"] == here.title
        # The same inputs, for NumPy's numbers come of a seed in a page too; what came is each
        # Python's own `repr`.
        for row in (0, 2, -1) if here.diagnosis else (0,):
            assert there["rows"][row] == list(here.rows()[row]), (code, hint)

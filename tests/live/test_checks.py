"""The checks in a page and in CPython: the same inputs give the same hints."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tapewalk.language import LANGUAGES
from tapewalk_course.checking.declared import solution_in
from tapewalk_course.exercises.catalog import EXERCISES, find, folder_of
from tapewalk_course.exercises.grading import grade
from tests.live.styles import IDS, solutions
from tests.pages.sources import ROOT
from tests.turns import is_its_turn
from tools.assets.__main__ import NODE
from tools.assets.checks import MODULES, NOT_IN_PAGE, SEED, checks_of

SCRIPT = ROOT / "tests" / "live" / "run_checks.mjs"
SOLVED = {
    "01": ("01.1", "01.2", "01.3", "01.4", "01.7", "01.8"),
    "02": ("02.2", "02.3"),
    "03": ("03.1", "03.2", "03.3", "03.4", "03.5", "03.6", "03.8"),
}
# Endless backward passes: a page ends its worker (tests/browser/test_exercises.py).
ENDLESS = {"hint_01.1_paths", "hint_01.2_paths", "hint_01.7_paths"}
# MicroPython's dictionaries have an order of their own, `*=` makes a new array, and a number of an
# array is a float of Python's, which raises where it is divided by 0.
OTHERWISE = re.compile(
    r"\{number\.data: number|^ +\w+ \*= |moved = x.copy\(\)\n +for place"
    # Errors that look alike in a page.
    r"|whole = np.zeros_like\(grad\)|^ +total \* ",
    re.MULTILINE,
)


def checked(data: dict[str, Any], works: list[dict[str, Any]], folder: Path) -> list[Any]:
    """Return what a page says of works."""
    path = folder / "works.json"
    path.write_text(json.dumps({"data": data, "works": works}), "utf-8")
    command = [NODE, SCRIPT, path]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    return list(json.loads(run.stdout))


@pytest.mark.parametrize("module", MODULES)
def test_general_hints_have_sentences(module: str) -> None:
    exercises = checks_of(module)["exercises"]
    assert tuple(exercises) == SOLVED[module]
    told = [
        one["said"][lang] for e in exercises.values() for one in e["general"] for lang in LANGUAGES
    ]
    assert all(isinstance(said, str) and len(said) > 20 for said in told)


def test_every_exercise_is_in_the_page_or_says_why_not() -> None:
    assert sorted(id for ids in SOLVED.values() for id in ids) == sorted(
        one.id for one in EXERCISES if one.id not in NOT_IN_PAGE and one.id[:2] in MODULES
    )


@pytest.mark.parametrize("id", IDS)
def test_forty_right_solutions_pass_in_page_and_notebook(id: str, tmp_path: Path) -> None:
    exercise = find(id, "en")
    folder, takes = folder_of(exercise), exercise.takes
    package = folder._package.rpartition(".")[0]
    given = re.search(r"    C, W1.*?mean\(\)\n", folder.solution, re.DOTALL)
    codes = list(solutions(id, dedent(given[0]) if given else ""))
    assert len(set(codes)) == 40
    line = f'check("{id}", {", ".join(takes)})'
    earlier = [solution_in(f"{package}.{tool}") for tool in folder._tools]
    works = [
        {"id": id, "earlier": earlier, "own": code, "line": line, "lang": "en"} for code in codes
    ]
    told = checked(checks_of(id[:2]), works, tmp_path)
    refused = [(one, code) for one, code in zip(told, codes, strict=True) if not one.get("passed")]
    assert not refused
    for code in codes:
        here = grade(id, *folder.work(code, takes), seed=SEED, lang="en", confirm=False)
        assert here.passed, code


@pytest.mark.parametrize("id", [id for ids in SOLVED.values() for id in ids])
def test_page_and_notebook_give_the_same_hint(id: str, tmp_path: Path) -> None:
    exercise = find(id, "en")
    folder, takes = folder_of(exercise), exercise.takes
    package = folder._package.rpartition(".")[0]
    earlier = [solution_in(f"{package}.{tool}") for tool in folder._tools]
    ways = [(None, code) for code in (folder.solution, *folder.declared.right)]
    ways += [
        (f"hint_{prefix}{entry.name}", code)
        for prefix, entries in ((f"{id}_", folder.declared.mistakes), ("", folder.declared.general))
        for entry in entries
        for code in entry.codes
    ]
    chosen = [
        (hint, code)
        for n, (hint, code) in enumerate(ways)
        if hint not in ENDLESS and not OTHERWISE.search(code)
        # Each of a hundred works on tensors has seventy inputs.
        if id != "01.8" or is_its_turn(n, 4)
    ]
    line = f'check("{id}", {", ".join(takes)})'
    works = [
        {"id": id, "earlier": earlier, "own": code, "line": line, "lang": "en" if n % 2 else "es"}
        for n, (_, code) in enumerate(chosen)
    ]
    wrong = []
    for (hint, code), work, there in zip(
        chosen, works, checked(checks_of(id[:2]), works, tmp_path), strict=True
    ):
        here = grade(id, *folder.work(code, takes), seed=SEED, lang=work["lang"], confirm=False)
        told = there.get("hint", there.get("error"))
        if not here.hint == told == hint or there["title"] != here.title:
            wrong.append((hint, here.hint, told, code))
    assert not wrong, f"{len(wrong)} of {len(chosen)}: {wrong}"

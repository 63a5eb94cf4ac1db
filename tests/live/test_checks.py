"""The checks in a page and in CPython: the same inputs give the same hints."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tapewalk.language import LANGUAGES
from tapewalk_course.checking.declared import solution_in
from tapewalk_course.exercises.catalog import find, folder_of
from tapewalk_course.exercises.grading import grade
from tests.pages.sources import ROOT
from tools.assets.__main__ import NODE
from tools.assets.checks import MODULES, SEED, checks_of

SCRIPT = ROOT / "tests" / "live" / "run_checks.mjs"
SOLVED = {
    "01": ("01.1", "01.2", "01.3", "01.4", "01.7"),
    "03": tuple(f"03.{n}" for n in range(1, 6)),
}
# Endless backward passes: a page ends its worker (tests/browser/test_exercises.py).
ENDLESS = {"hint_01.1_paths", "hint_01.2_paths", "hint_01.7_paths"}
# MicroPython reads no starred displays, which the page's error says; its dictionaries have an order
# of their own, and `*=` makes a new array.
OTHERWISE = re.compile(r"\(\*\w+, |\{number\.data: number|^ +\w+ \*= ", re.MULTILINE)


def checked(data: dict[str, Any], works: list[dict[str, Any]], folder: Path) -> list[Any]:
    """Return what a page says of works."""
    path = folder / "works.json"
    path.write_text(json.dumps({"data": data, "works": works}), "utf-8")
    command = [NODE, SCRIPT, path]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    return list(json.loads(run.stdout))


@pytest.mark.parametrize("module", MODULES)
def test_page_has_the_exercises_without_tensors(module: str) -> None:
    exercises = checks_of(module)["exercises"]
    assert tuple(exercises) == SOLVED[module]
    told = [
        one["said"][lang] for e in exercises.values() for one in e["general"] for lang in LANGUAGES
    ]
    assert all(isinstance(said, str) and len(said) > 20 for said in told)


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
        (hint, code) for hint, code in ways if hint not in ENDLESS and not OTHERWISE.search(code)
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

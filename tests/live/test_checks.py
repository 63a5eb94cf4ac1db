"""The checks in a page and in CPython: the same inputs give the same hints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tapewalk.language import LANGUAGES
from tapewalk_course.checking.declared import solution_in
from tapewalk_course.exercises.catalog import EXERCISES, find, folder_of
from tapewalk_course.exercises.grading import grade
from tests.live.in_page import in_node
from tests.live.styles import IDS, solutions
from tools.assets.checks import MODULES, NOT_IN_PAGE, SEED, checks_of

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


def _answers(id: str, codes: list[str], tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    """Yield what a page and what a notebook says of each solution, in both languages by turns."""
    exercise = find(id, "en")
    folder, takes = folder_of(exercise), exercise.takes
    package = folder._package.rpartition(".")[0]
    work = {
        "id": id,
        "earlier": [solution_in(f"{package}.{tool}") for tool in folder._tools],
        "line": f'check("{id}", {", ".join(takes)})',
    }
    works = [work | {"own": code, "lang": LANGUAGES[n % 2]} for n, code in enumerate(codes)]
    given = {"data": checks_of(id[:2]), "works": works}
    for one, there in zip(works, in_node("run_checks.mjs", given, tmp_path), strict=True):
        own = folder.work(one["own"], takes)
        yield there, grade(id, *own, seed=SEED, lang=one["lang"], confirm=False)


@pytest.mark.parametrize("id", IDS)
def test_forty_right_solutions_pass_in_page_and_notebook(
    id: str, tmp_path: Path, has_turn: Callable[[int, int], bool]
) -> None:
    given = re.search(r"    C, W1.*?mean\(\)\n", folder_of(find(id, "en")).solution, re.DOTALL)
    codes = list(solutions(id, dedent(given[0]) if given else ""))
    assert len(set(codes)) == 40
    codes = [code for nth, code in enumerate(codes) if has_turn(nth, 8)]
    for code, (there, here) in zip(codes, _answers(id, codes, tmp_path), strict=True):
        assert there.get("passed"), (there, code)
        assert here.passed, code


@pytest.mark.parametrize("id", [id for ids in SOLVED.values() for id in ids])
def test_page_and_notebook_give_the_same_hint(
    id: str, tmp_path: Path, has_turn: Callable[[int, int], bool]
) -> None:
    folder = folder_of(find(id, "en"))
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
        if hint not in ENDLESS and not OTHERWISE.search(code) and (n == 0 or has_turn(n, 8))
    ]
    wrong = []
    answers = _answers(id, [code for _, code in chosen], tmp_path)
    for (hint, code), (there, here) in zip(chosen, answers, strict=True):
        told = there.get("hint", there.get("error"))
        if not here.hint == told == hint or there["title"] != here.title:
            wrong.append((hint, here.hint, told, code))
    assert not wrong, f"{len(wrong)} of {len(chosen)}: {wrong}"

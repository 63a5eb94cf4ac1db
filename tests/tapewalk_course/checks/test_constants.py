"""A factor of each learner's own: who has it passes, who has another one or none does not."""

from functools import partial

import numpy as np
import pytest

from tapewalk_course.checks.catalog import MODULES, solutions
from tapewalk_course.checks.constants import CONSTANTS, factors_of, replaced
from tapewalk_course.checks.grading import grade
from tests.each import told_of_all
from tests.tapewalk_course.checks.test_words import PROBLEMS
from tests.tapewalk_course.checks.ways import WAYS

LEARNERS = ("ada", "Émilie 17")
GENERAL = [f"hint_{problem}" for problem in PROBLEMS]
# Their answers are lists of nodes, names or words, or follow a rule of the report.
WITHOUT = ("01.2", "02.2", "02.3", "04.1", "04.2", "04.3", "04.4", "04.6", "04.7", "04.8")


def solved(module, learner):
    """Return what the solutions define, with a learner's factors in them."""
    names = {"np": np}
    cells = solutions(module).items()
    for exercise, (cell, code) in zip(MODULES[module], cells, strict=True):
        if exercise.id in CONSTANTS:
            assert cell == f"cell-{CONSTANTS[exercise.id].cell}"
            code = replaced(code, CONSTANTS[exercise.id].solution, exercise.id, learner)
        exec(code, names)
    return names


def test_every_task_has_a_factor_or_is_named_as_one_without():
    known = {exercise.id for exercises in MODULES.values() for exercise in exercises}
    assert set(CONSTANTS) | set(WITHOUT) == known
    assert not set(CONSTANTS) & set(WITHOUT)
    assert factors_of("") == {}
    assert factors_of("\ud800\udc80").keys() == CONSTANTS.keys()
    many = [factors_of(f"learner {n}") for n in range(50)]
    assert all(len({own[id] for own in many}) > 2 for id in CONSTANTS)


@pytest.mark.parametrize("module", MODULES)
def test_the_solution_with_one_s_own_factor_passes_and_all_oracles_agree(module):
    if module == "04":
        pytest.importorskip("torch")
    exercises = [exercise for exercise in MODULES[module] if exercise.id in CONSTANTS]

    def passes(exercise, names, learner, seed):
        work = [names[name] for name in exercise.takes]
        found = grade(exercise.id, *work, seed=seed, lang="en", learner=learner, confirm=not seed)
        assert found.passed, str(found)
        if not seed:
            assert set(found.agreed) == set(exercise.oracles)
        other = next(f"n{n}" for n in range(99) if differs(exercise.id, f"n{n}", learner))
        assert not grade(exercise.id, *work, seed=seed, lang="en", learner=other).passed

    cases = []
    for seed, learner in enumerate(LEARNERS):
        names = solved(module, learner)
        cases += [
            (f"{each.id} {learner}", partial(passes, each, names, learner, seed))
            for each in exercises
        ]
    told_of_all(cases)


def differs(id, one, other):
    return factors_of(one)[id] != factors_of(other)[id]


@pytest.mark.parametrize("id", CONSTANTS)
def test_who_forgets_the_factor_is_told_and_no_other_mistake_is_told_wrongly(id):
    if id.startswith("04"):
        pytest.importorskip("torch")
    ways = WAYS[id]
    found = grade(id, *ways.reference, seed=1, lang="en", learner="ada")
    assert (found.hint, found.passed) == ("hint_own", False), str(found)
    assert f"factor {factors_of('ada')[id]} that" in str(found)
    # Whoever forgets it and makes a mistake besides is told of either, or in general.
    for name, work in ways.wrong:
        if name not in ("paths", "recursion"):
            told = grade(id, *work, seed=1, lang="en", learner="ada", confirm=False)
            assert told.hint in (f"hint_{id}_{name}", "hint_own") or told.hint in GENERAL, told

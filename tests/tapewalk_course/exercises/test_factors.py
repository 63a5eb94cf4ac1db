"""A factor of each learner's own: only work with that factor passes."""

from functools import partial

import numpy as np
import pytest

from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.factors import FACTORS, factors_of, solutions
from tapewalk_course.exercises.grading import grade
from tests.each import check_all
from tests.tapewalk_course.exercises.test_words import PROBLEMS
from tests.tapewalk_course.exercises.ways import WAYS

LEARNERS = ("ada", "Émilie 17")
GENERAL = [f"hint_{problem}" for problem in PROBLEMS]


def solved(module, learner):
    """Return what the solutions define, with a learner's factors in them."""
    names = {"np": np}
    for code in solutions(module, learner).values():
        exec(code, names)
    return names


def test_learners_have_different_factors():
    assert factors_of("") == {}
    assert factors_of("\ud800\udc80").keys() == FACTORS.keys()
    many = [factors_of(f"learner {n}") for n in range(50)]
    assert all(len({own[id] for own in many}) > 2 for id in FACTORS)


@pytest.mark.parametrize("module", sorted({id[:2] for id in FACTORS}))
def test_solution_with_own_factor_passes_all_oracles(module):
    exercises = [exercise for exercise in MODULES[module] if exercise.id in FACTORS]

    def passes(exercise, names, learner, seed):
        work = [names[name] for name in exercise.takes]
        found = grade(exercise.id, *work, seed=seed, lang="en", learner=learner, confirm=not seed)
        assert found.passed, str(found)
        if not seed:
            assert set(found.agreed) == set(exercise.oracles)
        own = factors_of(learner)[exercise.id]
        others = (f"n{n}" for n in range(99))
        other = next(name for name in others if factors_of(name)[exercise.id] != own)
        assert not grade(exercise.id, *work, seed=seed, lang="en", learner=other).passed

    cases = []
    for seed, learner in enumerate(LEARNERS):
        names = solved(module, learner)
        cases += [
            (f"{each.id} {learner}", partial(passes, each, names, learner, seed))
            for each in exercises
        ]
    check_all(cases)


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("id", FACTORS)
def test_forgotten_factor_gets_its_hint(id):
    ways = WAYS[id]
    found = grade(id, *ways.reference, seed=1, lang="en", learner="ada")
    assert (found.hint, found.passed) == ("hint_own", False), str(found)
    assert f"factor {factors_of('ada')[id]} of" in str(found)
    # Work with a second mistake gets the hint of either one, or a general hint.
    for name, work in ways.wrong:
        if name not in ("paths", "recursion"):
            told = grade(id, *work, seed=1, lang="en", learner="ada", confirm=False)
            assert told.hint in (f"hint_{id}_{name}", "hint_own") or told.hint in GENERAL, told

"""No mutant passes, and none gets the hint of another mistake without a review.

`mutants.txt` lists the reviewed mutants: slips that change nothing, and hints that are true of a
slip which is not among the differences that the exercise declares.
"""

import contextlib
import io

import pytest

from tapewalk_course.checking.diagnosis import Made
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.grading import grade
from tests.pages.sources import ROOT
from tests.tapewalk_course.exercises.mutating import mutants, single

LOOKED_AT = (ROOT / "tests/tapewalk_course/exercises/mutants.txt").read_text("utf-8").splitlines()
EXERCISES = [exercise for module in MODULES for exercise in MODULES[module]]
SEEDS = (0, 1)


def outcome(exercise, code):
    """Return the outcome of a mutant if a person has to review it."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            work = exercise.mistakes.work(code, exercise.takes, single=single)
        except Exception:
            return None  # it does not even load
        for seed in SEEDS:
            found = grade(exercise.id, *work, seed=seed, lang="en", confirm=False)
            if not found.passed:
                break
    if any(trial.problem == "slow" for trial in found.trials):
        return None  # it is endless, or this machine is busy
    if found.passed:
        return "passes"
    own = {exercise.hint_of(mistake): mistake for mistake in exercise.mistakes}
    if found.hint not in own:
        return None
    made, failed = Made(exercise, found.trials), [trial for trial in found.trials if trial.problem]
    if any(made.explains(variant, failed) for variant in own[found.hint].variants):
        return None
    return own[found.hint].name


# The clock may stop work in the middle of a weak reference's callback, which can't raise.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.by_turns(4)
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_mutant_fails_with_a_true_hint(exercise, monkeypatch):
    monkeypatch.setitem(exercise.__dict__, "limit", 0.5)
    found = [
        f"{exercise.id} {slip}: {came}"
        for slip, code in mutants(exercise.mistakes.solution)
        if (came := outcome(exercise, code)) is not None
        # Right results in single precision are right.
        and not (slip.startswith("single precision") and came == "passes")
    ]
    assert [line for line in found if line not in LOOKED_AT] == []

"""No general slip passes, and none gets the hint of another mistake that nobody has looked at.

`mutants.txt` has what a person looked at: slips that change nothing, and hints that are true of a
slip which is not among the differences that the exercise declares.
"""

import contextlib
import io

import pytest

from tapewalk_course.checking.diagnosis import explained_by
from tapewalk_course.checks.catalog import MODULES
from tapewalk_course.checks.grading import grade
from tests.pages.sources import ROOT
from tests.tapewalk_course.checks.mutating import mutants, single

LOOKED_AT = (ROOT / "tests/tapewalk_course/checks/mutants.txt").read_text("utf-8").splitlines()
EXERCISES = [exercise for module in MODULES for exercise in MODULES[module]]
SEEDS = (0, 1)


def outcome(exercise, code):
    """Return what a slip comes to that somebody has to look at, if anything."""
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
        return None  # it has no end, or this machine has much to do
    if found.passed:
        return "passes"
    own = {exercise.hint_of(mistake): mistake for mistake in exercise.mistakes}
    if found.hint not in own or explained_by(own[found.hint], exercise, found.trials):
        return None
    return own[found.hint].name


# The clock may stop work in the middle of a weak reference's callback, which can't raise.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_a_general_slip_fails_and_its_hint_is_true_of_it(exercise, monkeypatch):
    monkeypatch.setitem(exercise.__dict__, "limit", 0.5)
    found = [
        f"{exercise.id} {slip}: {came}"
        for slip, code in mutants(exercise.mistakes.solution)
        if (came := outcome(exercise, code)) is not None
        # Whoever computes in single precision, rightly, is right.
        and not (slip.startswith("single precision") and came == "passes")
    ]
    assert [line for line in found if line not in LOOKED_AT] == []

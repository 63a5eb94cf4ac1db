"""Clear feedback on learners' code with all kinds of faults."""

import signal
import sys
import threading
import time
from itertools import product

import numpy as np
import pytest

from tapewalk_course.checking.comparing import ATOL, RTOL, close
from tapewalk_course.checking.exercise import Mistake
from tapewalk_course.checking.limits import TooSlowError, can_stop, time_limit
from tapewalk_course.exercises.catalog import MODULES, find
from tapewalk_course.exercises.grading import grade
from tests.each import each
from tests.tapewalk_course.exercises.ways import WAYS

(unbroadcast,) = WAYS["01.3"].reference
POSIX = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm")


@pytest.fixture
def impatient(monkeypatch):
    """A short limit, for endless work only: on a busy machine right work may wait long."""
    monkeypatch.setitem(find("01.3", "en").__dict__, "limit", 0.2)


def loops(gradient, shape):
    while True:
        pass


def loops_and_swallows(gradient, shape):
    while True:
        try:
            time.sleep(0.01)
        except:  # noqa: E722
            if time.monotonic() - START > 1:
                raise
    return gradient


START = time.monotonic()


@POSIX
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("work", [loops, loops_and_swallows])
def test_endless_work_is_stopped(work):
    global START
    START = time.monotonic()
    found = grade("01.3", work, lang="en", seed=1)
    assert found.hint == "hint_slow"
    assert "nothing within 0.2 seconds" in str(found)


@POSIX
def test_alarm_is_cleared_afterwards():
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TooSlowError), time_limit(0.05):
        time.sleep(5)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_feedback_reports_missing_time_limit():
    found = []

    def work():
        assert not can_stop()
        found.append(grade("01.3", unbroadcast, lang="en", seed=1))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found[0].passed
    assert found[0].unlimited
    assert "Nothing can stop an endless loop here" in str(found[0])


class Strange:
    def __repr__(self):
        raise RuntimeError


def no_attribute(gradient, shape):
    return gradient.no_such_name


def alters(gradient, shape):
    gradient += 1
    return unbroadcast(gradient - 1, shape)


@pytest.mark.parametrize(
    ("work", "hint", "said"),
    [
        (lambda gradient, shape: sys.exit(3), "hint_raised", "SystemExit: 3"),
        (no_attribute, "hint_raised_attribute", "AttributeError: 'numpy.ndarray' object has"),
        (no_attribute, "hint_raised_attribute", "return gradient.no_such_name"),
        (alters, "hint_changed", "gradient altered"),
        (lambda gradient, shape: Strange(), "hint_kind", "<Strange>"),
    ],
)
def test_faulty_work_is_explained(work, hint, said):
    found = grade("01.3", work, lang="en", seed=1)
    assert (found.passed, found.hint) == (False, hint)
    assert said in str(found)


def test_long_result_is_cut():
    found = grade("01.3", lambda gradient, shape: "x" * 100_000, lang="en", seed=1)
    assert len(str(found)) < 2500


@pytest.mark.parametrize("bad", [True, "3", [1.0], {"a": 1}, object(), np.array(["a"]), 1j])
def test_results_of_a_wrong_kind_are_reported(bad):
    found = grade("01.3", lambda gradient, shape: bad, lang="en", seed=1)
    assert (found.passed, found.diagnosis.trial.problem) == (False, "type")


class Unreadable(dict):
    data = property(lambda self: 1 / 0)

    def __getitem__(self, key):
        raise RuntimeError


ODD = [
    np.array(["a", "b"]),
    {"a": np.ones(2), 1: None},
    [np.ones(3), "b"],
    (None, None, None),
    (np.array(["a"]),) * 3,
    [[1], [2, 3]],
    np.array([None, 1], object),
    Unreadable(a=1),
    [Unreadable()] * 3,
    10**400,
]


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("id", [exercise.id for module in MODULES for exercise in MODULES[module]])
def test_odd_results_are_wrong_without_an_error(id):
    takes = find(id, "en").takes
    for odd in ODD:
        work = [lambda *given, odd=odd: odd] * len(takes)
        found = grade(id, *work, lang="en", seed=1)
        assert not found.passed
        assert str(found)


def test_failing_judge_or_symptom_counts_as_wrong_type(monkeypatch):
    def raises(*given):
        raise ValueError

    exercise = find("01.3", "en")
    symptom = Mistake("never", symptom=raises)
    monkeypatch.setitem(exercise.__dict__, "mistakes", (symptom, *exercise.mistakes))
    found = grade("01.3", lambda gradient, shape: gradient, lang="en", seed=1)
    assert found.hint == "hint_01.3_unchanged"
    monkeypatch.setitem(exercise.__dict__, "judge", raises)
    found = grade("01.3", unbroadcast, lang="en", seed=1)
    assert (found.passed, found.diagnosis.trial.problem) == (False, "type")


def test_single_precision_has_its_own_tolerance():
    third, part = np.full(2, 1 / 3), np.full(2, 1 / 3, np.float32)
    assert close(part, third) is None
    assert close(part + np.float32(1e-5), third) is None
    assert close(part.astype(float) + 1e-5, third) == "numbers"
    assert close(part + np.float32(1e-3), third) == "numbers"


@pytest.mark.parametrize(
    ("got", "problem"),
    [
        ((np.ones(2), np.ones(3)), None),
        ((np.ones(2), None), "part_none"),
        ((np.zeros(2), np.ones((1, 3))), "shape"),
        ((np.zeros(2), np.full(3, np.nan)), "nan"),
        ((np.zeros(3), "b"), "type"),
    ],
)
def test_gravest_problem_of_parts_is_reported(got, problem):
    assert close(got, (np.ones(2), np.ones(3))) == problem


def test_close_numbers_are_shown_with_more_digits():
    def work(gradient, shape):
        return unbroadcast(gradient, shape) * (1 + 1e-4)

    found = grade("01.3", work, lang="en", seed=1)
    rows = {name: text for name, text, _ in found.rows()}
    assert rows["result"] != rows["expected"]


def test_unknown_exercise_lists_the_known_ones():
    with pytest.raises(LookupError, match=r"'01\.9'; the exercises are 01\.1, 01\.2"):
        grade("01.9", unbroadcast, lang="en")


def test_exercise_reports_missing_pytorch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModuleNotFoundError, match=r"04\.3 needs torch: pip install torch"):
        grade("04.3", lambda *given: None, lang="en")


EXPECTED = (0.0, -2.5, 1e-9, 1e300, np.inf, -np.inf, np.nan)
GOT = (0.0, -2.5, -2.500026, -2.500024, 2e-7, np.inf, -np.inf, np.nan)


@each("got, expected", product(GOT, EXPECTED))
def test_closeness_matches_numpy(got, expected):
    near = np.allclose(got, expected, rtol=RTOL, atol=ATOL, equal_nan=True)
    assert (close(got, expected) is None) == near

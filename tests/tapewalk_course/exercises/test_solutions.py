"""On many seeds the solution passes, the stub fails and every mistake gets its own hint."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from tapewalk_course.checking.running import expected_of
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.grading import grade
from tests.each import check_all, each
from tests.tapewalk_course.exercises.ways import WAYS

SEEDS = range(3)
EXERCISES = {exercise.id: exercise for module in MODULES for exercise in MODULES[module]}
HEADS = {
    "en": ["input", "result", "expected", "hint"],
    "es": ["probado", "obtenido", "esperado", "pista"],
}
# Their results are names: other graphs have other orders, and other leaves.
NAMES = ("01.1", "02.1", "02.2")

every_exercise = pytest.mark.parametrize("id", EXERCISES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def wrong_ways(id):
    """Return the hint and the work of every declared mistake."""
    ways = WAYS[id]
    own = [(f"hint_{id}_{name}", work) for name, work in ways.wrong]
    return own + [(f"hint_{name}", work) for name, work in ways.general]


@pytest.mark.by_turns(len(SEEDS))
@every_seed
@every_exercise
def test_right_solutions_pass(id, seed):
    ways = WAYS[id]

    def passes(work):
        found = grade(id, *work, seed=seed, lang="en")
        assert found.passed, str(found)
        assert found.points == EXERCISES[id].points

    right = [ways.reference, *ways.also_right]
    check_all((f"right solution {nth}", partial(passes, work)) for nth, work in enumerate(right))


# The clock may stop work in the middle of a weak reference's callback, which can't raise.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.by_turns(3 * len(SEEDS))
@every_seed
@every_exercise
def test_mistake_gets_its_own_hint(id, seed, monkeypatch):
    def is_told(hint, work):
        with monkeypatch.context() as patience:
            if hint.endswith("_paths"):  # a traversal of every path is stopped by the clock
                patience.setitem(EXERCISES[id].__dict__, "limit", 0.5)
            found = grade(id, *work, seed=seed, lang="en")
        assert (found.hint, found.passed) == (hint, False), str(found)
        assert found.points < EXERCISES[id].points
        assert EXERCISES[id].stages or not found.points
        for lang, heads in HEADS.items():
            says_all(replace(found, lang=lang), heads)

    check_all((hint, partial(is_told, hint, work)) for hint, work in wrong_ways(id))


def says_all(found, heads):
    """Check that feedback has the inputs, the result, the expected result and a hint."""
    rows = found.rows()
    assert [name for name, _, _ in rows][-len(heads) :] == heads
    assert all(text.strip() for _, text, _ in rows), found
    text = str(found)
    assert all(line.strip() in text for _, told, _ in rows for line in told.splitlines())
    assert f"seed={found.seed}" in text


@each("id", EXERCISES)
def test_empty_stub_fails_without_an_attempt(id):
    def stub(*arguments):
        raise NotImplementedError

    # An exercise that expects a class gets one: the stub of softplus has its two methods.
    work = [stub] * len(EXERCISES[id].takes)
    if id == "01.5":
        (base,) = WAYS[id].reference
        work = [type("Softplus", (base,), {"forward": stub, "backward": stub})]
    found = grade(id, *work, seed=1, lang="en")
    assert (found.passed, found.counts, found.hint) == (False, False, "hint_unwritten")


@each("id", EXERCISES)
def test_exercise_knows_five_mistakes_with_code(id):
    known = {mistake.name for mistake in EXERCISES[id].mistakes}
    assert len(known) >= 5
    assert {name for name, _ in WAYS[id].wrong} == known


@every_exercise
def test_oracles_agree(id):
    """They share no code, so results on which they agree are right."""
    exercise, used = EXERCISES[id], set()
    for seed in SEEDS:
        for case in exercise.draw(np.random.default_rng(seed)):
            first = expected_of(exercise, case)
            for name, oracle in exercise.oracles.items():
                answer = oracle(case)
                if answer is not None:
                    used.add(name)
                    assert exercise.judge(case, answer, first) is None, (name, case)
    assert used == set(exercise.oracles)


@each("id", EXERCISES)
def test_other_seeds_give_other_inputs(id):
    """Results learned by heart from one seed do not pass on another."""
    exercise = EXERCISES[id]
    drawn = [
        [str(expected_of(exercise, case)) for case in exercise.draw(np.random.default_rng(seed))]
        for seed in SEEDS
    ]
    if id in NAMES:
        assert any(drawn[0] != other for other in drawn[1:])
    else:
        quick = [case.late for case in exercise.draw(np.random.default_rng(0))].count(False)
        assert all(drawn[0][:quick] != other[:quick] for other in drawn[1:])


@pytest.mark.parametrize("id", ["01.3", "01.5", "03.1", "03.3"])
def test_shapes_include_empty_and_single_rows(id):
    cases = EXERCISES[id].draw(np.random.default_rng(3))
    shapes = {
        value.shape
        for case in cases
        for value in case.inputs.values()
        if isinstance(value, np.ndarray)
    }
    assert any(0 in shape for shape in shapes)
    assert any(shape[:1] == (1,) and len(shape) > 1 for shape in shapes)
    assert any(len(shape) == 2 and shape[0] != shape[1] and 1 not in shape for shape in shapes)

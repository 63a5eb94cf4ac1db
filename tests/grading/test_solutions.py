"""The reference passes, the empty stub fails, every mistake gets its own hint; on many seeds."""

import numpy as np
import pytest

from tapewalk.grading import grade
from tapewalk.grading.grade import MODULES, exercises
from tapewalk.grading.running import expected_of
from tests.grading import module_01, module_02, module_03, module_04

SEEDS = range(3)
SOLUTIONS = module_01.SOLUTIONS | module_02.SOLUTIONS | module_03.SOLUTIONS | module_04.SOLUTIONS
EXERCISES = {exercise.id: exercise for module in MODULES for exercise in exercises(module)}
# Their results are names: other graphs have other orders, and other leaves.
NAMES = ("01.2", "02.2", "02.3")

every_exercise = pytest.mark.parametrize("id", EXERCISES)
every_mistake = pytest.mark.parametrize(
    ("id", "name", "work"),
    [
        pytest.param(id, name, work, id=f"{id}-{name}")
        for id, module in SOLUTIONS.items()
        for name, work in module.WRONG
    ],
)
every_other_fault = pytest.mark.parametrize(
    ("id", "name", "work"),
    [
        pytest.param(id, name, work, id=f"{id}-{name}")
        for id, module in SOLUTIONS.items()
        for name, work in module.GENERIC
    ],
)


def seeds_for(name):
    # Who walks every path is stopped by the clock: once is enough to wait.
    return SEEDS[:1] if name == "paths" else SEEDS


@every_exercise
@pytest.mark.parametrize("seed", SEEDS)
def test_the_reference_passes(id, seed):
    module = SOLUTIONS[id]
    for work in (module.REFERENCE, *getattr(module, "ALSO_RIGHT", [])):
        found = grade(id, *work, seed=seed, lang="en")
        assert found.passed, str(found)
        assert found.points == EXERCISES[id].points


@every_exercise
def test_the_empty_stub_fails_and_is_no_attempt(id):
    def stub(*arguments):
        raise NotImplementedError

    # An exercise that wants a class gets one: the stub of softplus has its two methods.
    work = [stub] * len(EXERCISES[id].takes)
    if id == "01.6":
        base = SOLUTIONS[id].Softplus
        work = [type("Softplus", (base,), {"forward": stub, "backward": stub})]
    found = grade(id, *work, seed=1, lang="en")
    assert (found.passed, found.counts, found.hint) == (False, False, "hint_unwritten")


@every_mistake
def test_a_mistake_gets_its_own_hint(id, name, work, monkeypatch):
    if name == "paths":
        monkeypatch.setitem(EXERCISES[id].__dict__, "limit", 0.5)
    for seed in seeds_for(name):
        found = grade(id, *work, seed=seed, lang="en")
        assert found.hint == f"hint_{id}_{name}", f"seed {seed}\n{found}"
        assert found.points == 0


@every_other_fault
def test_any_other_fault_gets_a_hint_that_fits_it(id, name, work):
    for seed in SEEDS:
        found = grade(id, *work, seed=seed, lang="en")
        assert found.hint == f"hint_{name}", f"seed {seed}\n{found}"


@every_exercise
def test_at_least_five_mistakes_are_known_and_each_has_somebody_who_makes_it(id):
    known = {mistake.name for mistake in EXERCISES[id].mistakes}
    assert len(known) >= 5
    assert {name for name, _ in SOLUTIONS[id].WRONG} == known


@every_exercise
def test_the_oracles_agree(id):
    """They share no code, so where they agree the expected results are right."""
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


@every_exercise
def test_other_seeds_ask_other_questions(id):
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


@pytest.mark.parametrize("id", ["01.4", "01.5", "01.6", "03.2", "03.4", "03.5"])
def test_shapes_are_not_square_and_some_hold_nothing_or_one_row(id):
    cases = EXERCISES[id].draw(np.random.default_rng(3))
    shapes = {value.shape for case in cases for value in case.inputs.values()
              if isinstance(value, np.ndarray)}  # fmt: skip
    assert any(0 in shape for shape in shapes)
    assert any(shape[:1] == (1,) and len(shape) > 1 for shape in shapes)
    assert any(len(shape) == 2 and shape[0] != shape[1] and 1 not in shape for shape in shapes)

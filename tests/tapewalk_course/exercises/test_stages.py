"""Stages: parts of an exercise with points of their own."""

from dataclasses import replace

import pytest

from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.running import Drawn, run_case
from tapewalk_course.checking.stages import Stage
from tapewalk_course.exercises.catalog import EXERCISES
from tapewalk_course.exercises.grading import graded

WORDS = {"en": "a part", "es": "una parte"}


def drawn(rng):
    numbers = [float(x) for x in rng.uniform(1, 2, 2)]
    doubled = [Case({"x": x}, stage="doubled") for x in numbers]
    squared = [Case({"x": x}, which=1, stage="squared") for x in numbers]
    return [*doubled, *squared, Case({"x": 0.0}, which=1, late=True, stage="nothing")]


EXERCISE = Exercise(
    id="09.1",
    takes=("double", "square"),
    points=6,
    draw=drawn,
    call=lambda work, case: work[case.which](case.inputs["x"]),
    oracles={"formula": lambda case: [2 * case.inputs["x"], case.inputs["x"] ** 2][case.which]},
    stages=(
        Stage("doubled", 1, WORDS),
        Stage("squared", 2, WORDS),
        Stage("nothing", 3, WORDS, needs=("squared",)),
    ),
)


def unwritten(x):
    raise NotImplementedError


def endless(x):
    while True:
        x += 1


def feedback(*work, exercise=EXERCISE):
    cases = Drawn(exercise, 1)
    return graded(cases, work, lambda case: run_case(exercise, work, case), "en", confirm=False)


DOUBLE, SQUARE = (lambda x: 2 * x), (lambda x: x * x)
WAYS = {
    "all": ((DOUBLE, SQUARE), 6, None),
    "an unwritten stage": ((unwritten, SQUARE), 5, "hint_unwritten"),
    # What is written is explained, and what is not counts nothing.
    "wrong and unwritten": ((unwritten, lambda x: -x * x), 0, "hint_negative"),
    # It is right about 0 by chance, and slow work ends only its own stage.
    "by chance": ((DOUBLE, lambda x: 3 * x * x), 1, "hint_ratio"),
    "slow": ((endless, SQUARE), 5, "hint_slow"),
    "only for 0": ((DOUBLE, lambda x: x * x if x else 1.0), 3, "hint_numbers"),
}


@pytest.mark.parametrize("way", WAYS)
def test_right_stages_count(way):
    work, points, hint = WAYS[way]
    found = feedback(*work, exercise=replace(EXERCISE, limit=0.2))
    assert (found.points, found.hint, found.passed) == (points, hint, points == 6), str(found)
    assert found.counts
    assert sum(points for _, _, points, _ in found.stages) == found.points


def test_feedback_lists_the_stages():
    said = str(feedback(unwritten, SQUARE)).splitlines()
    assert said[0] == "✗ 09.1 double, square: not yet, 5 of 6 points"
    told = [line.partition("stages")[2] or line for line in said[1:4]]
    assert [one.strip() for one in told] == [
        "✗ a part: 0 / 1",
        "✓ a part: 2 / 2",
        "✓ a part: 3 / 3",
    ]


def test_declarations_are_checked():
    with pytest.raises(ValueError, match=r"09\.1"):
        replace(EXERCISE, points=7)
    with pytest.raises(ValueError, match="each stage a case"):
        Drawn(replace(EXERCISE, stages=(Stage("doubled", 6, WORDS),)), 1)


@pytest.mark.parametrize("exercise", [one for one in EXERCISES if one.stages], ids=lambda e: e.id)
def test_each_stage_of_the_course_has_cases_and_words(exercise):
    Drawn(exercise, 1)
    assert all(stage.name.isascii() and stage.name.isalpha() for stage in exercise.stages)
    assert all(stage.words.keys() == {"en", "es"} for stage in exercise.stages)

"""Both languages say everything, and address the reader as the course does."""

import re
from string import Formatter

from tapewalk_course.checks.catalog import MODULES, hints
from tests.each import each
from tests.pages.test_spanish import forms_that_are_not_tu

PROBLEMS = (
    *(
        "unwritten",
        "changed",
        "switched",
        "raised",
        "none",
        "type",
        "count",
        "shape",
        "nan",
        "numbers",
    ),
    *("missing", "slow", "order", "no_function", "handed", "uncalled", "constant"),
    *("leaves", "steps", "answer", "part_none", "empty", "switched", "own"),
)
SAID = {lang: hints(lang) for lang in ("en", "es")}
EXERCISES = [exercise for module in MODULES for exercise in MODULES[module]]


def fields(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


def test_both_languages_have_the_same_words():
    assert list(SAID["en"]) == list(SAID["es"])


@each("key", SAID["en"])
def test_both_languages_put_the_same_things_in(key):
    assert fields(SAID["en"][key]) == fields(SAID["es"][key])
    assert SAID["en"][key].strip() and SAID["es"][key].strip()


def test_every_mistake_and_every_problem_has_its_hint_and_every_hint_its_mistake():
    needed = {f"hint_{problem}" for problem in PROBLEMS}
    needed |= {f"hint_{e.id}_{mistake.name}" for e in EXERCISES for mistake in e.mistakes}
    assert {key for key in SAID["en"] if key.startswith("hint_")} == needed


def test_every_oracle_has_a_name():
    names = {f"oracle_{name}" for exercise in EXERCISES for name in exercise.oracles}
    assert names <= set(SAID["en"])


@each("key", SAID["es"])
def test_spanish_says_tu(key):
    assert forms_that_are_not_tu(SAID["es"][key]) == []


@each("key", [key for key in SAID["en"] if key.startswith("hint_0")])
def test_no_two_mistakes_share_a_hint(key):
    for said in SAID.values():
        others = [text for other, text in said.items() if other != key]
        assert said[key] not in others
        assert re.search(r"[.?]$", said[key])

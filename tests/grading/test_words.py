"""Both languages say everything, and address the reader as the course does."""

import re
from string import Formatter

from tapewalk_course.checking.grade import MODULES, exercises
from tapewalk_course.checking.words import WORDS
from tests.each import each
from tests.pages.test_spanish import forms_that_are_not_tu

PROBLEMS = (
    *("unwritten", "changed", "raised", "none", "type", "count", "shape", "nan", "numbers"),
    *("missing", "slow", "order", "no_function", "handed", "uncalled", "constant"),
    *("leaves", "steps", "answer", "part_none", "empty"),
)
EXERCISES = [exercise for module in MODULES for exercise in exercises(module)]


def fields(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


def test_both_languages_have_the_same_words():
    assert list(WORDS["en"]) == list(WORDS["es"])


@each("key", WORDS["en"])
def test_both_languages_put_the_same_things_in(key):
    assert fields(WORDS["en"][key]) == fields(WORDS["es"][key])
    assert WORDS["en"][key].strip() and WORDS["es"][key].strip()


def test_every_mistake_and_every_problem_has_its_hint_and_every_hint_its_mistake():
    needed = {f"hint_{problem}" for problem in PROBLEMS}
    needed |= {f"hint_{e.id}_{mistake.name}" for e in EXERCISES for mistake in e.mistakes}
    assert {key for key in WORDS["en"] if key.startswith("hint_")} == needed


def test_every_oracle_has_a_name():
    names = {f"oracle_{name}" for exercise in EXERCISES for name in exercise.oracles}
    assert names <= set(WORDS["en"])


@each("key", WORDS["es"])
def test_spanish_says_tu(key):
    assert forms_that_are_not_tu(WORDS["es"][key]) == []


@each("key", [key for key in WORDS["en"] if key.startswith("hint_0")])
def test_no_two_mistakes_share_a_hint(key):
    for words in WORDS.values():
        others = [text for other, text in words.items() if other != key]
        assert words[key] not in others
        assert re.search(r"[.?]$", words[key])

"""Both languages have all texts."""

import re
from string import Formatter

from tapewalk.language import LANGUAGES
from tapewalk_course.checking.words import words
from tapewalk_course.exercises.catalog import MODULES, hints
from tests.each import each

SAID = {lang: hints(lang) for lang in ("en", "es")}
PROBLEMS = [key.removeprefix("hint_") for key in words.own["en"] if key.startswith("hint_")]
EXERCISES = [exercise for module in MODULES for exercise in MODULES[module]]


def fields(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


def test_own_hints_have_all_languages():
    for exercise in EXERCISES:
        for mistake in exercise.mistakes:
            assert set(mistake.words) in (set(), set(LANGUAGES)), mistake.name


def test_hint_without_translation_is_english():
    assert EXERCISES[0].hints("pt") == EXERCISES[0].hints("en")


@each("key", SAID["en"])
def test_translations_have_the_same_fields(key):
    assert fields(SAID["en"][key]) == fields(SAID["es"][key])
    assert SAID["en"][key].strip() and SAID["es"][key].strip()


def test_mistakes_and_hints_match():
    needed = {f"hint_{e.id}_{mistake.name}" for e in EXERCISES for mistake in e.mistakes}
    assert {key for key in SAID["en"] if key.startswith("hint_0")} == needed


def test_oracles_have_names():
    names = {f"oracle_{name}" for exercise in EXERCISES for name in exercise.oracles}
    assert names <= set(SAID["en"])


@each("key", [key for key in SAID["en"] if key.startswith("hint_0")])
def test_mistakes_have_distinct_hints(key):
    for said in SAID.values():
        others = [text for other, text in said.items() if other != key]
        assert said[key] not in others
        assert re.search(r"[.?]$", said[key])

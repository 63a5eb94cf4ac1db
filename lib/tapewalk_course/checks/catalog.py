"""All exercises of the course, by module."""

from __future__ import annotations

from typing import Final

from tapewalk_course.checking.exercise import Exercise
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.words import say, words
from tapewalk_course.checks import module_01, module_02, module_03, module_04

# The exercises of each module, by its number.
MODULES: Final[dict[str, tuple[Exercise, ...]]] = {
    "01": module_01.EXERCISES,
    "02": module_02.EXERCISES,
    "03": module_03.EXERCISES,
    "04": module_04.EXERCISES,
}


def find(id: str, lang: str) -> Exercise:
    """Returns an exercise.

    Args:
        id: Its name, as `"01.3"`.
        lang: The language of the error.

    Raises:
        LookupError: There is none of this name.
    """
    known = {exercise.id: exercise for exercises in MODULES.values() for exercise in exercises}
    if id in known:
        return known[id]
    raise LookupError(say("no_exercise", lang, id=repr(id), names=", ".join(known)))


def hints(lang: str) -> dict[str, str]:
    """Returns what the hints of all exercises say, by their names.

    Args:
        lang: `"en"` or `"es"`.
    """
    every = [exercise for exercises in MODULES.values() for exercise in exercises]
    own = {key: said for each in every for key, said in each.hints(lang).items()}
    return words.own[lang] | own


def solutions(module: str) -> dict[str, str]:
    """Returns the right solutions of a module, by the names of the cells whose place they take.

    Args:
        module: Its number, as `"01"`.
    """
    folders = [folder_of(exercise) for exercise in MODULES[module]]
    return {f"cell-{folder.name}": folder.solution for folder in folders}


def folder_of(exercise: Exercise) -> Folder:
    """Returns the folder that an exercise comes from."""
    assert isinstance(exercise.mistakes, Folder)
    return exercise.mistakes

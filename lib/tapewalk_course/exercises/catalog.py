"""All exercises of the course, by module: every folder with an `EXERCISE` is one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.words import say, words


def _packages(package: str) -> Iterator[str]:
    """Yield the packages inside a package."""
    for found in iter_modules(import_module(package).__path__):
        if found.ispkg:
            yield f"{package}.{found.name}"


def _with_its_needs(exercise: Exercise) -> Exercise:
    """Return an exercise that raises an error at once where a package it needs is missing."""

    def draw(rng: np.random.Generator) -> Sequence[Case]:
        for name in exercise.needs:
            try:
                import_module(name)
            except (ImportError, OSError) as error:
                needed = f"exercise {exercise.id} needs {name}: pip install {name}"
                raise ModuleNotFoundError(needed) from error
        return exercise.draw(rng)

    return replace(exercise, draw=draw) if exercise.needs else exercise


def _found() -> dict[str, tuple[Exercise, ...]]:
    """Return the exercises of each module, in the order of their numbers."""
    known: dict[str, dict[int, Exercise]] = {}
    for module in _packages(__name__.rpartition(".")[0]):
        for folder in _packages(module):
            exercise: Exercise = import_module(folder).EXERCISE
            number, place = exercise.id.split(".")
            of_module = known.setdefault(number, {})
            if int(place) in of_module:
                raise ValueError(f"two exercises are called {exercise.id}; one is in {folder}")
            of_module[int(place)] = _with_its_needs(exercise)
    return {
        module: tuple(known[module][n] for n in sorted(known[module])) for module in sorted(known)
    }


MODULES: Final = _found()
EXERCISES: Final = tuple(exercise for module in MODULES.values() for exercise in module)


def needs(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the packages that the exercises of these modules need besides those of the library."""
    return tuple(sorted({name for each in modules for one in MODULES[each] for name in one.needs}))


def find(id: str, lang: str) -> Exercise:
    """Return an exercise.

    Raises:
        LookupError: It does not exist.
    """
    known = {exercise.id: exercise for exercise in EXERCISES}
    if id in known:
        return known[id]
    raise LookupError(say("no_exercise", lang, id=repr(id), names=", ".join(known)))


def hints(lang: str) -> dict[str, str]:
    """Return the texts of all hints by their names."""
    own = {key: said for each in EXERCISES for key, said in each.hints(lang).items()}
    return words.own[lang] | own


def task_title(id: str, lang: str) -> str:
    """Return the heading of an exercise on the page.

    Example:
        >>> task_title("01.2", "en")
        'The backward pass'
    """
    heading = re.match(r"## \S+ (.*?) \{#", folder_of(find(id, lang)).task(lang))
    return heading[1] if heading else ""


def folder_of(exercise: Exercise) -> Folder:
    """Return the folder that an exercise comes from."""
    assert isinstance(exercise.mistakes, Folder)
    return exercise.mistakes

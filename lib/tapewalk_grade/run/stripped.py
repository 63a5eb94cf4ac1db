"""The exercises without their answers, for the process of a notebook.

A worker only needs to know how work is called. Draws, oracles, mistakes and comparisons stay with
the judge: a cell that searches all of Python's memory finds none of them.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import CodeType, FunctionType
from typing import Any, Final, NoReturn

from tapewalk_course.checking.distant import travelling
from tapewalk_course.checking.exercise import Exercise
from tapewalk_course.exercises.catalog import EXERCISES

_EXERCISES: Final = "tapewalk_course.exercises"


def without_answers() -> dict[str, Exercise]:
    """Return the exercises with only their calls, and forget the rest.

    The modules of the exercises lose all names but those that a call uses.
    """
    bare = {
        exercise.id: replace(
            exercise, draw=_elsewhere, oracles={}, mistakes=(), judge=_elsewhere, factor=None
        )
        for exercise in EXERCISES
    }
    kept = _led_to([each.call for each in bare.values()] + list(travelling()))
    for name, module in list(sys.modules.items()):
        if name.startswith(_EXERCISES):
            names = kept.get(id(vars(module)), set())
            for gone in [key for key in vars(module) if not key.startswith("__")]:
                if gone not in names:
                    delattr(module, gone)
    gc.collect()
    return bare


def _elsewhere(*given: Any) -> NoReturn:
    """Raise an error: this is done in another process."""
    raise LookupError("exercises are judged elsewhere")


def _led_to(roots: Iterable[Any]) -> dict[int, set[str]]:
    """Return the names that these functions use, by the identity of their module's dictionary."""
    kept: dict[int, set[str]] = {}
    seen, waiting = set[int](), list(roots)
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, type) and each.__module__.startswith(_EXERCISES):
            module = sys.modules[each.__module__]
            kept.setdefault(id(vars(module)), set()).add(each.__name__)
            waiting += [*vars(each).values(), *each.__bases__]
        function = getattr(each, "__wrapped__", getattr(each, "__func__", each))
        function = getattr(function, "fget", function)
        if not isinstance(function, FunctionType) or not function.__module__.startswith(_EXERCISES):
            continue
        names = set(_names(function.__code__)) & function.__globals__.keys()
        kept.setdefault(id(function.__globals__), set()).update(names)
        waiting += [function.__globals__[name] for name in names]
        waiting += function.__defaults__ or ()
        waiting += [cell.cell_contents for cell in function.__closure__ or ()]
    return kept


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that code uses, nested code included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)

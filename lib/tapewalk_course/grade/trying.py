"""What the process of a notebook knows of the exercises: how work is called, and nothing else.

Draws, oracles, mistakes and judges stay with whoever judges. A cell that goes through everything
that Python holds in memory finds none of them.
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
from tapewalk_course.checks.catalog import MODULES

_CHECKS: Final = "tapewalk_course.checks"


def without_answers() -> dict[str, Exercise]:
    """Returns the exercises with nothing but their calls, and forgets the rest of the checks.

    The modules of the checks lose all their names but those that a call leads to.
    """
    bare = {
        exercise.id: replace(exercise, draw=_elsewhere, oracles={}, mistakes=(), judge=_elsewhere)
        for exercises in MODULES.values()
        for exercise in exercises
    }
    kept = _led_to([each.call for each in bare.values()] + list(travelling()))
    for name, module in list(sys.modules.items()):
        if name.startswith(_CHECKS):
            names = kept.get(id(vars(module)), set())
            for gone in [key for key in vars(module) if not key.startswith("__")]:
                if gone not in names:
                    delattr(module, gone)
    gc.collect()
    return bare


def _elsewhere(*given: Any) -> NoReturn:
    """Refuses: it is done in another process."""
    raise LookupError("exercises are judged elsewhere")


def _led_to(roots: Iterable[Any]) -> dict[int, set[str]]:
    """Returns the names to keep, by the identity of the dictionary that has them."""
    kept: dict[int, set[str]] = {}
    seen, waiting = set[int](), list(roots)
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, type) and each.__module__.startswith(_CHECKS):
            module = sys.modules[each.__module__]
            kept.setdefault(id(vars(module)), set()).add(each.__name__)
            waiting += [*vars(each).values(), *each.__bases__]
        function = getattr(each, "__wrapped__", getattr(each, "__func__", each))
        function = getattr(function, "fget", function)
        if not isinstance(function, FunctionType) or not function.__module__.startswith(_CHECKS):
            continue
        names = set(_names(function.__code__)) & function.__globals__.keys()
        kept.setdefault(id(function.__globals__), set()).update(names)
        waiting += [function.__globals__[name] for name in names]
        waiting += function.__defaults__ or ()
        waiting += [cell.cell_contents for cell in function.__closure__ or ()]
    return kept


def _names(code: CodeType) -> Iterator[str]:
    """Yields the names that code uses, and the code inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)

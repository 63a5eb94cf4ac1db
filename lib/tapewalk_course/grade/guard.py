"""The library as it was before a notebook ran, so that it can be put back.

A notebook may alter what it imports, by accident mostly, and its own work is then tried with that.
This finds and undoes the plain ways of doing so. Marks don't hang on it: another process judges.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import repeat
from operator import attrgetter, is_
from types import FunctionType, ModuleType
from typing import Any, Final

# Kept whole, with their classes and the code of their functions.
_OWN: Final = ("tapewalk", "tapewalk_course")
# What the checks lean on; their names are kept.
_USED: Final = (
    *("builtins", "numpy", "numpy.random", "math", "signal", "time", "traceback", "linecache"),
    *("warnings", "contextlib", "itertools", "functools", "json", "os"),
)
# Plain data elsewhere may change while Python runs; of the checks nothing may.
_STEADY: Final = ("tapewalk_course.checking", "tapewalk_course.checks")

# Bound here: a notebook may give these names to something else.
_set, _all, _map, _repeat, _MISSING = setattr, all, map, repeat, object()
_PARTS: Final = ("__code__", "__defaults__", "__kwdefaults__")


class Guard:
    """Remembers the library's functions and classes, and puts them back."""

    def __init__(self) -> None:
        """Remembers how everything is."""
        names = [name for name in sys.modules if name in _USED or _is_own(name)]
        self._modules = {name: sys.modules[name] for name in names}
        self._kept: list[tuple[Any, str, dict[str, Any]]] = []
        self._functions: list[FunctionType] = []
        for name, module in self._modules.items():
            self._keep_module(name, module)
        self._parts = [[getattr(each, part) for each in self._functions] for part in _PARTS]

    def restore(self) -> tuple[str, ...]:
        """Puts everything back; returns the names of what was not as it had been."""
        altered = [
            name for name, module in self._modules.items() if sys.modules.get(name) is not module
        ]
        sys.modules.update(self._modules)
        for owner, place, names in self._kept:
            own = owner.__dict__
            # Nearly always; it is asked before each exercise, of thousands of names.
            if _all(_map(is_, _map(own.get, names, _repeat(_MISSING)), names.values())):
                continue
            for name, value in names.items():
                if own.get(name, _MISSING) is not value:
                    altered.append(f"{place}.{name}")
                    _set(owner, name, value)
        for part, parts in zip(_PARTS, self._parts, strict=True):
            if _all(_map(is_, _map(attrgetter(part), self._functions), parts)):
                continue
            for function, value in zip(self._functions, parts, strict=True):
                if getattr(function, part) is not value:
                    altered.append(f"{function.__module__}.{function.__qualname__}")
                    _set(function, part, value)
        return tuple(dict.fromkeys(altered))

    def _keep_module(self, name: str, module: ModuleType) -> None:
        kept = {
            key: value
            for key, value in vars(module).items()
            if callable(value) or (name.startswith(_STEADY) and not key.startswith("__"))
        }
        self._kept.append((module, name, kept))
        for value in vars(module).values() if _is_own(name) else ():
            if getattr(value, "__module__", None) != name:
                continue
            if isinstance(value, FunctionType):
                self._functions.append(value)
            elif isinstance(value, type):
                self._keep_class(value, f"{name}.{value.__qualname__}")

    def _keep_class(self, owner: type, place: str) -> None:
        kept = {
            key: value
            for key, value in vars(owner).items()
            if callable(value) or isinstance(value, property | staticmethod | classmethod)
        }
        self._kept.append((owner, place, kept))
        for value in vars(owner).values():
            self._functions += _functions(value)


def _is_own(name: str) -> bool:
    return name.partition(".")[0] in _OWN


def _functions(value: object) -> Iterator[FunctionType]:
    """Yields the functions of which an attribute of a class is made."""
    parts = (value, getattr(value, "fget", None), getattr(value, "__func__", None))
    yield from (part for part in parts if isinstance(part, FunctionType))

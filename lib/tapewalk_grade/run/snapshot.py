"""The library as it was before a notebook ran, so that it can be restored.

A notebook may alter the library that it imports, mostly by accident, and its own work would then
be tried with that. This finds and undoes the plain ways of doing so. Points don't depend on it:
another process judges.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import repeat
from operator import attrgetter, is_
from types import FunctionType, ModuleType
from typing import Any, Final

# Restored completely, with their classes and the code of their functions.
_OWN: Final = ("tapewalk", "tapewalk_course", "tapewalk_grade")
# Modules that the checks use; only their names are restored.
_USED: Final = (
    *("builtins", "numpy", "numpy.random", "math", "signal", "time", "traceback", "linecache"),
    *("warnings", "contextlib", "itertools", "functools", "json", "os"),
)
# Modules whose plain data must not change either.
_STEADY: Final = ("tapewalk_course.checking", "tapewalk_course.exercises")

# Bound here, because a notebook may rebind the builtins.
_set, _all, _map, _repeat, _MISSING = setattr, all, map, repeat, object()
_PARTS: Final = ("__code__", "__defaults__", "__kwdefaults__")


class Snapshot:
    """A copy of the library's names, functions and classes."""

    def __init__(self) -> None:
        """Take the copy."""
        names = [name for name in sys.modules if name in _USED or _is_own(name)]
        self._modules = {name: sys.modules[name] for name in names}
        self._kept: list[tuple[Any, str, dict[str, Any]]] = []
        self._functions: list[FunctionType] = []
        for name, module in self._modules.items():
            self._keep_module(name, module)
        self._parts = [[getattr(each, part) for each in self._functions] for part in _PARTS]

    def restore(self) -> tuple[str, ...]:
        """Restore everything, and return the names of what had been altered."""
        altered = [
            name for name, module in self._modules.items() if sys.modules.get(name) is not module
        ]
        sys.modules.update(self._modules)
        for owner, place, names in self._kept:
            own = owner.__dict__
            # Nearly always. This runs before each exercise, over thousands of names.
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
    """Yield the functions inside an attribute of a class."""
    parts = (value, getattr(value, "fget", None), getattr(value, "__func__", None))
    yield from (part for part in parts if isinstance(part, FunctionType))

"""The library as it was before a notebook ran, so that it can be put back.

A notebook may alter what it imports, by accident mostly, and its own work is then tried with that.
This finds and undoes the plain ways of doing so. Marks don't hang on it: another process judges.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
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

_set, _MISSING = setattr, object()


class Guard:
    """Remembers the library's functions and classes, and puts them back."""

    def __init__(self, objects: Iterable[object] = ()) -> None:
        """Remembers how everything is.

        Args:
            objects: Objects whose attributes are kept too.
        """
        names = [name for name in sys.modules if name in _USED or _is_own(name)]
        self._modules = {name: sys.modules[name] for name in names}
        self._kept: list[tuple[Any, str, str, Any]] = []
        self._codes: list[tuple[FunctionType, CodeType, Any, Any]] = []
        for name, module in self._modules.items():
            self._keep_module(name, module)
        self._kept_objects = [(one, dict(vars(one))) for one in objects]

    def restore(self) -> tuple[str, ...]:
        """Puts everything back; returns the names of what was not as it had been."""
        altered = [
            name for name, module in self._modules.items() if sys.modules.get(name) is not module
        ]
        sys.modules.update(self._modules)
        for owner, place, name, value in self._kept:
            if owner.__dict__.get(name, _MISSING) is not value:
                altered.append(f"{place}.{name}")
                _set(owner, name, value)
        for function, code, defaults, named in self._codes:
            now = (function.__code__, function.__defaults__, function.__kwdefaults__)
            if now[0] is not code or now[1] is not defaults or now[2] is not named:
                altered.append(f"{function.__module__}.{function.__qualname__}")
                function.__code__, function.__defaults__ = code, defaults
                function.__kwdefaults__ = named
        for one, before in self._kept_objects:
            if any(one.__dict__.get(key, _MISSING) is not value for key, value in before.items()):
                altered.append(type(one).__name__)
                one.__dict__.update(before)
        return tuple(dict.fromkeys(altered))

    def _keep_module(self, name: str, module: ModuleType) -> None:
        for key, value in vars(module).items():
            if callable(value) or (name.startswith(_STEADY) and not key.startswith("__")):
                self._kept.append((module, name, key, value))
            if not _is_own(name) or getattr(value, "__module__", None) != name:
                continue
            if isinstance(value, FunctionType):
                self._keep_code(value)
            elif isinstance(value, type):
                self._keep_class(value, f"{name}.{value.__qualname__}")

    def _keep_class(self, owner: type, place: str) -> None:
        for key, value in vars(owner).items():
            if callable(value) or isinstance(value, property | staticmethod | classmethod):
                self._kept.append((owner, place, key, value))
            for function in _functions(value):
                self._keep_code(function)

    def _keep_code(self, function: FunctionType) -> None:
        parts = (function.__code__, function.__defaults__, function.__kwdefaults__)
        self._codes.append((function, *parts))


def _is_own(name: str) -> bool:
    return name.partition(".")[0] in _OWN


def _functions(value: object) -> Iterator[FunctionType]:
    """Yields the functions of which an attribute of a class is made."""
    parts = (value, getattr(value, "fget", None), getattr(value, "__func__", None))
    yield from (part for part in parts if isinstance(part, FunctionType))

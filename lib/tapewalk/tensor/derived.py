"""The method, the free function and NumPy's function that follow from the class of an operation.

An operation with a `method` gets all three here. Type checkers and the reference read them in
`derived.pyi`, which `make stubs` writes.
"""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Callable
from typing import Any, Final

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.function import Function
from tapewalk.tensor.creation import as_tensor
from tapewalk.tensor.operands import as_float, combine

OPERATIONS: Final[tuple[type[Function], ...]] = tuple(
    [operation for name in ops.__all__ if (operation := getattr(ops, name)).method]
)


class Derived(TensorCore):
    """Functions that each follow from the class of their operation."""


def takes_two(operation: type[Function]) -> bool:
    """Return whether an operation has two operands, which may differ in shape and type."""
    return len(inspect.signature(operation.forward).parameters) == 3  # self, a, b


def documentation(operation: type[Function]) -> str:
    """Return the docstring of an operation's free function."""
    # "The sine of each entry: receives g * cos(x)." gives "Return the sine of each entry."
    name, rule = operation.method, (inspect.getdoc(operation) or "").partition(":")[0]
    first, _, rest = rule.partition(" ")
    sentence = f"Return {first.lower() if first in ('The', 'Each') else first} {rest}."
    of_two = takes_two(operation)
    operands = {"a": "A tensor, an array or a number.", "b": "The same; at least one is a tensor."}
    if not of_two:
        operands = {"x": "A tensor, or a number, list or array that becomes one."}
    listed = "".join(f"    {operand}: {text}\n" for operand, text in operands.items())
    mine, method = ("x, x", "x") if of_two else ("x", "")
    return (
        f"{sentence}\n\nArgs:\n{listed}\nExample:\n    >>> from tapewalk import {name}, ones\n"
        "    >>> x = ones(2, 3)\n"
        f"    >>> bool(({name}({mine}).data == x.{name}({method}).data).all())\n    True"
    )


def _method(operation: type[Function]) -> Callable[..., Any]:
    if takes_two(operation):
        return lambda self, other: combine(operation, self, other)
    if operation.floats:
        return lambda self: operation.apply(as_float(self))
    return lambda self: operation.apply(self)


def _free(operation: type[Function], method: Callable[..., Any]) -> Callable[..., Any]:
    if takes_two(operation):
        return lambda a, b: combine(operation, a, b)
    return lambda x: method(as_tensor(x))


def _named(function: Callable[..., Any], operation: type[Function], owner: str) -> Any:
    """Return a function with the name and docstring of its operation."""
    function.__name__, function.__qualname__ = operation.method, owner + operation.method
    function.__module__, function.__doc__ = __name__, documentation(operation)
    return function


FREE: Final[dict[str, Callable[..., Any]]] = {}
ANSWERS: Final[dict[Any, Callable[..., Any]]] = {}  # to NumPy's functions

for _operation in OPERATIONS:
    _as_method = _method(_operation)
    setattr(Derived, _operation.method, _named(_as_method, _operation, "Derived."))
    FREE[_operation.method] = _named(_free(_operation, _as_method), _operation, "")

for _operation in [getattr(ops, name) for name in ops.__all__]:
    _meant = _operation.numpy if isinstance(_operation.numpy, tuple) else (_operation.numpy,)
    for _function in _meant:
        ANSWERS[_function] = FREE.get(_operation.method) or _free(_operation, _method(_operation))

globals().update(FREE)
# `from tapewalk import *` leaves Python's own `abs`.
__all__ = sorted([name for name in FREE if not hasattr(builtins, name)])

"""Errors of the tensor engine, and messages that several modules share."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any


class ShapeError(RuntimeError, ValueError):
    """Shapes that don't fit: a `RuntimeError` as in PyTorch, a `ValueError` as in NumPy."""


class AxisError(IndexError, ValueError):
    """An axis that the tensor does not have: an `IndexError` as in PyTorch."""


class PromotionError(RuntimeError, TypeError):
    """A number type that an operation can't take or give."""


class FreedError(RuntimeError):
    """A node has already freed its saved arrays when they are requested."""


def misfit(operation: str, operands: Sequence[Any], reason: object) -> ShapeError:
    """Return the error for operands whose shapes an operation refused, with NumPy's reason."""
    shapes = " and ".join(str(x.shape) for x in operands if hasattr(x, "shape"))
    return ShapeError(
        f"{operation} can't take shapes {shapes}: {reason}. Read from the right, dimensions must "
        "be equal or 1 (the inner two of a matrix product equal). Usually a transpose, a reshape "
        "or keepdims=True is missing."
    )


def freed(name: str) -> FreedError:
    """Return the error for reading the saved arrays of a node after they were freed."""
    return FreedError(
        f"{name} has freed its saved arrays: look at the graph before backward(), or pass "
        "retain_graph=True to it."
    )


def no_history() -> RuntimeError:
    """Return the error for a request for the graph of a tensor that has none."""
    return RuntimeError(
        "element 0 of tensors does not require grad and does not have a grad_fn: there is no graph "
        "to trace or to walk. Usually requires_grad=True was forgotten, or detach(), .data or "
        "no_grad() cut the graph."
    )


def overwritten(what: str, name: str, version: int, expected: int, made_at: str) -> RuntimeError:
    """Return the error for an array that was written to after a node had saved it.

    Args:
        what: Number type and shape of the array.
        name: Name of the node.
        version: The number of writes to its memory.
        expected: The number of those before the node was made.
        made_at: A sentence about where the node was made.
    """
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [{what}], which {name} saved, is at version {version}; expected version "
        f"{expected} instead. Usually x.add_(y), x += y or x[i] = y came after x was used: write "
        f"x = x + y, or change it before it is used. {made_at}"
    )


class UnknownNameError(AttributeError):
    """An unknown attribute; the message, computed when it is read, names a similar one.

    Args:
        owner: Description of the object, such as "module 'tapewalk.nn'".
        name: The attribute.
        obj: The module or object itself.
        in_torch: Where PyTorch would have it, such as "nn"; looked up if PyTorch is loaded.
    """

    def __init__(self, owner: str, name: str, obj: Any, in_torch: str) -> None:
        super().__init__(owner, name, obj, in_torch)

    def __str__(self) -> str:
        owner, name, obj, in_torch = self.args
        place: Any = sys.modules.get("torch")
        for part in in_torch.split("."):
            place = getattr(place, part, None) if part else place
        near = get_close_matches(name, getattr(obj, "__all__", None) or dir(obj), 1)
        there = ": PyTorch has it, and tapewalk doesn't" if hasattr(place, name) else ""
        tensors: Any = sys.modules.get("tapewalk.tensor.tensor")
        if not in_torch and hasattr(tensors, "Tensor") and hasattr(tensors.Tensor, name):
            there, near = f": tensors have it, as x.{name}", []
        return f"{owner} has no attribute {name!r}{there}." + (
            f" Did you mean {near[0]!r}?" if near else ""
        )

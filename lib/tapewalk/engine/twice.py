"""Recorded rules: `backward` runs with tensors, so that the gradients have derivatives too.

A node saves arrays whose origin it knows: operands, whose nodes or leaves are its `parents`, or its
own result. So they can be turned into tensors with a history again.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tapewalk.engine.core import wrap
from tapewalk.engine.function import Function, next_number
from tapewalk.engine.memory import journal

if TYPE_CHECKING:
    from tapewalk.engine.function import Parent
    from tapewalk.tensor.tensor import Tensor


def gradients(node: Function, grad: Tensor) -> tuple[Tensor | None, ...]:
    """Return the gradients of a node's operands as tensors with a history.

    Raises:
        NotImplementedError: The node saved an array whose history is unknown.
    """
    grads: Any
    twin: Any = node
    if node.saved or not node.builtin:
        twin = _new(type(node))
        twin.__dict__.update(node.__dict__)
        own = node.saved_as_tensors()
        twin.saved = with_histories(node) if own is None else own
    grads = twin.backward(grad)
    if type(grads) is not tuple:
        grads = (grads,)
    return tuple([wrap(g) if isinstance(g, _ARRAYS) else g for g in grads])


def with_histories(node: Function) -> tuple[Any, ...]:
    """Return the saved values of a node, with tensors in the place of arrays of floats.

    Raises:
        NotImplementedError: Its class does not say what one of them is.
    """
    saved = node.saved
    kind: Any = type(node)
    names: Any = _origins(kind) if node.builtin else _recognised(node)
    if len(names) < len(saved):
        names = (*names, *[None] * (len(saved) - len(names)))
    return tuple(
        [
            stand_in(array, name, node) if _is_float(array) else array
            for array, name in zip(saved, names, strict=True)
        ]
    )


def stand_in(array: Any, origin: int | str | None, node: Function) -> Any:
    """Return a tensor with the numbers of an array that `node` saved, and its history.

    Args:
        array: The saved array.
        origin: The position of the operand, "result", or "constant" for an array that the rule only
            compares, and which stays one.
        node: The node.
    """
    if origin == "constant":
        return array
    if origin is None:
        raise NotImplementedError(
            f"can't differentiate {node.name()}'s backward: it saved an array that is neither "
            "an operand nor the result of forward, so its derivative is not known. Save "
            "operands, and compute the rest in backward, with operators and NumPy's functions."
        )
    return with_history(array, node if origin == "result" else node.parents[int(origin)])


def with_history(array: Any, place: Parent) -> Tensor:
    """Return a tensor with the numbers of an array, and the history of a node or leaf."""
    if place is not None and not isinstance(place, Function):
        if place._data is array:
            return place
        return made_by(_Same, array, place)  # .data of the leaf has been replaced
    tensor = wrap(array)
    if place is not None:
        tensor._node, tensor._requires_grad = place, True
    return tensor


def made_by(kind: type[Function], array: Any, place: Parent, **attributes: Any) -> Tensor:
    """Return an array as a tensor with the history of an operation that was not run.

    Args:
        kind: The operation.
        array: Its result.
        place: The node or leaf of its only operand.
        **attributes: The attributes of its node that `forward` would set.
    """
    tensor = wrap(array)
    if place is None:
        return tensor
    node = kind()
    node.__dict__.update(attributes)
    node.parents, node.writes, node.number = (place,), journal.total, next_number()
    node.result_shape, node.result_dtype = tensor._data.shape, tensor._data.dtype
    tensor._node, tensor._requires_grad = node, True
    return tensor


def place_of(tensor: Any) -> Parent:
    """Return the node or leaf that adds up gradients of a tensor, `None` if it has none."""
    return (tensor._node or tensor) if tensor._requires_grad else None


class _Same(Function):
    """The entries of a leaf as they were when they were saved: g passes."""

    category = "layout_free"

    def backward(self, grad: Any) -> Any:
        """Return g."""
        return grad


def _is_float(saved: Any) -> bool:
    """Return whether something saved can have a derivative: only then its history matters."""
    return isinstance(saved, _ARRAYS) and saved.dtype.kind == "f"


@cache
def _origins(kind: Any) -> tuple[int | str, ...]:
    """Return for each name in `saves` the position of that operand, or the name itself."""
    operands = list(inspect.signature(kind.forward).parameters)[1:]
    return tuple([operands.index(name) if name in operands else name for name in kind.saves])


def _recognised(node: Function) -> tuple[int | str | None, ...]:
    """Return the origin of each array that a custom function saved.

    Raises:
        NotImplementedError: It stores arrays in other attributes, whose origin is unknown.
    """
    for name, thing in vars(node).items():
        if name not in _KNOWN and _holds_floats(thing):
            raise NotImplementedError(
                f"can't differentiate {node.name()}'s backward: it stores an array as `{name}`, "
                "whose derivative is not known. Save operands and the result with "
                "save_for_backward, and compute the rest in backward."
            )
    return node.origins


_KNOWN = frozenset(
    {"saved", "operands", "parents", "result_shape", "result_dtype", "origins", "modules"}
)


def _holds_floats(thing: Any) -> bool:
    if isinstance(thing, list | tuple | set):
        return any(map(_holds_floats, thing))
    if isinstance(thing, dict):
        return any(map(_holds_floats, thing.values()))
    return _is_float(getattr(thing, "_data", thing))


_new = object.__new__
_ARRAYS: Final = (np.ndarray, np.generic)

"""Gradients as results: of tensors already computed, and of plain functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Final

import numpy as np

from tapewalk.engine import backward
from tapewalk.engine.grad_mode import enable_grad
from tapewalk.engine.memory import Array
from tapewalk.tensor.tensor import Tensor

# The leaves of the functions that are being differentiated around the one that runs now.
_outer: ContextVar[tuple[Tensor, ...]] = ContextVar("outer", default=())

_GRAD_OF_GRAD: Final = (
    "grad of grad: the rules of this engine work on arrays, so that a gradient has no graph of its "
    "own, and what follows from it would be taken for a constant. Use PyTorch or JAX for second "
    "derivatives."
)


def grad(target: Any, inputs: Any = 0, grad_outputs: Any = None, **settings: Any) -> Any:
    """Return gradients, in one of two ways, depending on what is differentiated.

    Of tensors, as `torch.autograd.grad`: no `.grad` changes. Of a plain function, as in HIPS
    autograd: the result is a function with the same arguments that returns the gradient.

    Args:
        target: A tensor, a sequence of tensors, or a function that returns a single number.
        inputs: The tensor or tensors to differentiate by; for a function the position, or
            positions, of the arguments.
        grad_outputs: What to start from, for tensors that are not single numbers.
        **settings: `retain_graph=True` keeps the graph; `allow_unused=True` returns `None` for an
            input that was not used.

    Returns:
        A tuple of arrays, one for each input; or a function.

    Raises:
        RuntimeError: A target has no history, or an input was not used or requires no grad.
        TypeError: The function does not return a single real number.
        NotImplementedError: A function that is itself being differentiated asks for a gradient that
            may depend on its arguments.

    Example:
        >>> grad(lambda x: x**3)(2.0)
        np.float64(12.0)
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> grad((x * x).sum(), x)
        (array([2., 4.], dtype=float32),)
    """
    if isinstance(target, (Tensor, list, tuple)):
        return _of_tensors(target, inputs, grad_outputs, **settings)
    if not callable(target):
        raise TypeError(f"grad() takes tensors or a function, got {target!r:.80}.")
    return _second(value_and_grad(target, inputs))


def value_and_grad(function: Callable[..., Any], argnum: Any = 0) -> Callable[..., Any]:
    """Return a function that returns the value of `function` and its gradient.

    Args:
        function: Takes numbers, arrays, or nested lists, tuples and dicts of them, and returns a
            single number. NumPy's functions work inside.
        argnum: The position of the argument to differentiate by, or a sequence of positions.

    Example:
        >>> value_and_grad(np.tanh)(0.0)
        (np.float64(0.0), np.float64(1.0))
    """

    @wraps(function)
    def value_and_gradient(*arguments: Any, **settings: Any) -> tuple[Any, Any]:
        result, taken, leaves = _run(function, argnum, arguments, settings)
        if result.size != 1:
            raise TypeError(
                "Grad only applies to real scalar-output functions: this one returned shape "
                f"{result.shape}. Try jacobian or elementwise_grad."
            )
        return _plain(result._data), _gradients(result, np.ones(result.shape), taken, leaves)

    return value_and_gradient


def elementwise_grad(function: Callable[..., Any], argnum: Any = 0) -> Callable[..., Any]:
    """Return a function that returns the gradient of the sum of `function`'s entries.

    For a function that works entry by entry that is the derivative of each entry.

    Args:
        function: Takes and returns arrays.
        argnum: The position of the argument to differentiate by, or a sequence of positions.

    Example:
        >>> elementwise_grad(lambda x: x**2)(np.array([1.0, 2.0]))
        array([2., 4.])
    """

    @wraps(function)
    def gradient(*arguments: Any, **settings: Any) -> Any:
        result, taken, leaves = _run(function, argnum, arguments, settings)
        return _gradients(result, np.ones(result.shape), taken, leaves)

    return gradient


def jacobian(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Array]:
    """Return a function that returns the derivative of every entry by every entry.

    Args:
        function: Takes and returns arrays.
        argnum: The position of the argument to differentiate by.

    Returns:
        A function whose result has the shape of the value followed by that of the argument.

    Example:
        >>> jacobian(lambda x: x * x)(np.array([1.0, 2.0]))
        array([[2., 0.],
               [0., 4.]])
    """

    @wraps(function)
    def derivative(*arguments: Any, **settings: Any) -> Array:
        result, taken, leaves = _run(function, argnum, arguments, settings)
        rows = []
        for position in range(result.size):
            start = np.zeros(result.size, result.dtype)
            start[position] = 1
            rows.append(_gradients(result, start.reshape(result.shape), taken, leaves))
        shape = result.shape + np.shape(arguments[argnum])
        return np.array(rows, result.dtype).reshape(shape)

    return derivative


def _of_tensors(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any,
    retain_graph: bool = False,
    allow_unused: bool = False,
    create_graph: bool = False,
) -> tuple[Array | None, ...]:
    if create_graph:
        raise NotImplementedError(
            "create_graph=True asks for derivatives of derivatives: the rules of this engine work "
            "on arrays and leave no graph. Use PyTorch for these."
        )
    roots = [outputs] if isinstance(outputs, Tensor) else list(outputs)
    wanted = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    one = isinstance(grad_outputs, (Tensor, np.ndarray)) or grad_outputs is None
    starts = [grad_outputs] * len(roots) if one else list(grad_outputs)
    for position, tensor in enumerate(wanted):
        if not tensor.requires_grad:
            raise RuntimeError(
                f"One of the differentiated Tensors does not require grad: input {position}, of "
                f"shape {tensor.shape}. Create it with requires_grad=True."
            )
    pairs = [(root, root._start(start)) for root, start in zip(roots, starts, strict=True)]
    _refuse_second_order(roots)
    found = backward.run(pairs, retain_graph=retain_graph, wanted=wanted)
    gradients = tuple([found.get(backward.place(tensor)) for tensor in wanted])
    if not allow_unused and any(gradient is None for gradient in gradients):
        raise RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph: input "
            f"{[g is None for g in gradients].index(True)}. Set allow_unused=True if this is the "
            "desired behavior."
        )
    return gradients


def _run(
    function: Callable[..., Any], argnum: Any, arguments: Sequence[Any], settings: dict[str, Any]
) -> tuple[Tensor, Any, list[Tensor]]:
    """Call `function` with tensors; return its result, the tensors in their places, and a list."""
    given = list(arguments)
    leaves: list[Tensor] = []
    positions = argnum if isinstance(argnum, (list, tuple)) else (argnum,)
    for position in positions:
        given[position] = _as_leaves(given[position], leaves)
    with enable_grad(), _differentiating(leaves):
        result = function(*given, **settings)
    if not isinstance(result, Tensor):
        result = Tensor(_constant(result), dtype=np.float64)
    _refuse_second_order([result])
    taken = tuple([given[position] for position in positions])
    return result, taken if isinstance(argnum, (list, tuple)) else taken[0], leaves


@contextmanager
def _differentiating(leaves: list[Tensor]) -> Iterator[None]:
    """Let gradients that are asked for in this block know what they must not depend on."""
    token = _outer.set((*_outer.get(), *leaves))
    try:
        yield
    finally:
        _outer.reset(token)


def _refuse_second_order(roots: Sequence[Tensor]) -> None:
    """Raise if gradients of `roots` may depend on what is being differentiated around them."""
    around = {id(leaf) for leaf in _outer.get()}
    if not around:
        return
    for node in backward.behind([backward.place(root) for root in roots]):
        if any(id(parent) in around for parent in node.parents):
            raise NotImplementedError(_GRAD_OF_GRAD)


def _constant(result: Any) -> Any:
    """Return what a function returned that is no tensor: numbers, which depend on nothing."""
    if result is None or np.asarray(result).dtype.kind not in "biuf":
        raise TypeError(
            "Grad only applies to functions that return a tensor or a real number: this one "
            f"returned {result!r:.80}. Usually a return is missing."
        )
    return result


def _as_leaves(value: Any, leaves: list[Tensor]) -> Any:
    """Return `value` with its numbers and arrays replaced by leaves, which are also listed."""
    if isinstance(value, (list, tuple)):
        return type(value)([_as_leaves(part, leaves) for part in value])
    if isinstance(value, dict):
        return {key: _as_leaves(part, leaves) for key, part in value.items()}
    if isinstance(value, Tensor) and value.requires_grad:
        raise NotImplementedError(_GRAD_OF_GRAD)
    array = value._data if isinstance(value, Tensor) else np.asarray(value)
    if array.dtype.kind in "biu":
        array = array.astype(np.float64)
    leaves.append(Tensor(array, requires_grad=True))
    return leaves[-1]


def _gradients(result: Tensor, start: Any, taken: Any, leaves: list[Tensor]) -> Any:
    """Return the gradients of the leaves in the places where they were."""
    found: dict[Any, Array] = {}
    if result.requires_grad:
        pairs = [(result, start.astype(result.dtype))]
        found = backward.run(pairs, retain_graph=True, wanted=leaves)
    return _places(taken, found)


def _places(taken: Any, found: dict[Any, Array]) -> Any:
    if isinstance(taken, (list, tuple)):
        return type(taken)([_places(part, found) for part in taken])
    if isinstance(taken, dict):
        return {key: _places(part, found) for key, part in taken.items()}
    gradient = found.get(taken)
    return _plain(np.zeros_like(taken._data) if gradient is None else gradient)


def _plain(array: Any) -> Any:
    """Return a 0-d array as a number."""
    return np.asarray(array)[()]


def _second(both: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(both)
    def gradient(*arguments: Any, **settings: Any) -> Any:
        return both(*arguments, **settings)[1]

    return gradient

"""Trading time for memory: forget what a part of the forward pass saved, and compute it again."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tapewalk import engine
from tapewalk.function import Function
from tapewalk.functional import cat
from tapewalk.grad_mode import enable_grad, is_recording, no_grad
from tapewalk.memory import Array
from tapewalk.tensor import Tensor


class Checkpoint(Function):
    """Any function of tensors: saves its inputs only, and runs it again in backward."""

    def forward(
        self, *arrays: Array, function: Callable[..., Any], inputs: Any, forms: list[Any]
    ) -> Array:
        """Return what `function` returns, unrecorded, in one piece; tell its form in `forms`."""
        self.function, self.inputs = function, inputs
        self.saved = tuple([x._data if isinstance(x, Tensor) else x for x in inputs])
        with no_grad():
            results = function(*inputs)
        joined = _joined(results)
        if not isinstance(results, Tensor):
            forms += [(part.shape, part.dtype) for part in results]
        return joined._data

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        """Run the function again, recording it, and send `grad` back through that."""
        leaves = [x.detach() if isinstance(x, Tensor) else x for x in self.inputs]
        for leaf, x in zip(leaves, self.inputs, strict=True):
            if isinstance(x, Tensor) and x.requires_grad:
                leaf.requires_grad_()
        with enable_grad():
            result = _joined(self.function(*leaves))
        engine.run([(result, grad)])
        return tuple([leaf.grad if isinstance(leaf, Tensor) else None for leaf in leaves])


def _joined(results: Any) -> Tensor:
    """Return the results of a function as one tensor, for a node has one result."""
    parts = list(results) if isinstance(results, (tuple, list)) else [results]
    if not parts or not all(isinstance(x, Tensor) and x.dtype.kind == "f" for x in parts):
        raise TypeError(
            "a checkpointed function returns a tensor of floats, or a tuple or list of them, got "
            f"{results!r:.80}. Its results are computed a second time for their gradients; compute "
            "what has none, such as positions or text, outside of it."
        )
    return parts[0] if isinstance(results, Tensor) else cat([x.reshape(-1) for x in parts])


def checkpoint(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return `function(*arguments)`, keeping only the arguments until `backward`.

    Backward computes the function a second time. With the function alone, as in HIPS autograd, the
    result is a function that does this whenever it is called.

    Args:
        function: Takes tensors and returns a tensor of floats, or a tuple or list of them, which
            becomes a tuple; it must give the same result again.
        *arguments: Its arguments.

    Returns:
        Its result; tensors that came together share one piece of memory.

    Raises:
        TypeError: The function returns something else.

    Example:
        >>> x = Tensor([2.0], requires_grad=True)
        >>> checkpoint(lambda t: (t * t).exp(), x).sum().backward()
        >>> bool(abs(x.grad[0] - 4 * 2.718281828**4) < 1e-4)
        True
    """
    if not arguments:
        return lambda *later: checkpoint(function, *later)
    tracked = any(isinstance(x, Tensor) and x.requires_grad for x in arguments)
    if not tracked or not is_recording():
        return function(*arguments)
    forms: list[Any] = []
    result = Checkpoint.apply(*arguments, function=function, inputs=arguments, forms=forms)
    if not forms:
        return result
    cuts = result.split([math.prod(shape) for shape, _ in forms])
    return tuple(
        [x.reshape(shape).to(dtype) for x, (shape, dtype) in zip(cuts, forms, strict=True)]
    )

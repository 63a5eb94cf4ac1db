"""Trading time for memory: forget what a part of the forward pass saved, and compute it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapewalk import engine
from tapewalk.function import Function
from tapewalk.grad_mode import enable_grad, is_recording, no_grad
from tapewalk.memory import Array
from tapewalk.tensor import Tensor


class Checkpoint(Function):
    """Any function of tensors: saves its inputs only, and runs it again in backward."""

    def forward(self, *arrays: Array, function: Callable[..., Any], inputs: Any) -> Array:
        """Return what `function` returns, without recording it."""
        self.function, self.inputs = function, inputs
        self.saved = tuple([x._data if isinstance(x, Tensor) else x for x in inputs])
        with no_grad():
            result: Array = function(*inputs)._data
        return result

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        """Run the function again, recording it, and send `grad` back through that."""
        leaves = [x.detach() if isinstance(x, Tensor) else x for x in self.inputs]
        for leaf, x in zip(leaves, self.inputs, strict=True):
            if isinstance(x, Tensor) and x.requires_grad:
                leaf.requires_grad_()
        with enable_grad():
            result = self.function(*leaves)
        engine.run([(result, grad)])
        return tuple([leaf.grad if isinstance(leaf, Tensor) else None for leaf in leaves])


def checkpoint(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return `function(*arguments)`, keeping only the arguments until `backward`.

    Backward computes the function a second time. With the function alone, as in HIPS autograd, the
    result is a function that does this whenever it is called.

    Args:
        function: Takes tensors and returns one tensor; it must give the same result again.
        *arguments: Its arguments.

    Returns:
        Its result.

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
    return Checkpoint.apply(*arguments, function=function, inputs=arguments)

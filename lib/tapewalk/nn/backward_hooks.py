"""Hooks of a module's backward pass, which get the gradients of its results and inputs."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from tapewalk.engine.function import Function
from tapewalk.engine.grad_mode import is_recording
from tapewalk.engine.memory import Array
from tapewalk.engine.pytorch_form import Arriving
from tapewalk.tensor.tensor import Tensor

BackwardHook: TypeAlias = Callable[[Any, tuple[Any, ...], tuple[Any, ...]], Any]


class Border(Function):
    """The same tensors on one node, at the begin or end of a module. g passes."""

    category = "layout_free"

    def forward(self, *arrays: Array) -> tuple[Array, ...]:
        """Return the arrays."""
        return arrays

    def backward(self, grad: Any) -> tuple[Any, ...]:
        """Return g."""
        return tuple([grad.get(i) for i in range(len(self.parents))])


def watched(
    module: Any, hooks: Sequence[BackwardHook], inputs: tuple[Any, ...], run: Callable[..., Any]
) -> Any:
    """Return `run(*inputs)` between two borders, whose gradients the hooks receive.

    Args:
        module: The first argument of hooks.
        hooks: Called as `hook(module, grad_input, grad_output)`; a result other than `None`
            replaces the gradients of the inputs.
        inputs: The inputs of the module.
        run: Its forward pass.
    """
    arrived: list[tuple[Any, ...]] = []  # the gradients of the results, once there are any
    places = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]
    shown = list(inputs)
    if places and is_recording():
        passed: Any = Border.apply(*[inputs[i] for i in places])
        for place, tensor in zip(places, passed, strict=True):
            shown[place] = tensor

        # Forms, not tensors: these would live as long as the graph.
        forms = [(x.shape, x.dtype) if isinstance(x, Tensor) else None for x in inputs]

        def leaving(grads: Arriving) -> None:
            if not arrived:  # the pass started at a tensor inside the module
                return
            came = {place: grads.get(i) for i, place in enumerate(places)}
            whole = [
                came[i] if came.get(i) is not None else form and np.zeros(*form)
                for i, form in enumerate(forms)
            ]  # zeros also for those that need none, as in PyTorch
            changed = _after_hooks(module, hooks, tuple(whole), arrived.pop())
            grads.update({i: changed[place] for i, place in enumerate(places)})

        passed[0].grad_fn.parents[0].hooks = {0: leaving}
    result = run(*shown)
    results = result if isinstance(result, tuple) else (result,)
    if not all(isinstance(x, Tensor) for x in results):
        warnings.warn(
            "For backward hooks to be called, module output should be a Tensor or a tuple of "
            f"Tensors but received {type(result).__name__}.",
            stacklevel=4,
        )
        return result
    ends = [i for i, x in enumerate(results) if x.requires_grad]
    count, taken = len(results), len(inputs)
    if not ends or not is_recording():
        return result
    left: Any = Border.apply(*[results[i] for i in ends])

    def arriving(grads: Arriving) -> None:
        came = {place: grads.get(i) for i, place in enumerate(ends)}
        whole = tuple([came.get(i) for i in range(count)])
        if places:
            arrived[:] = [whole]
        else:  # no input receives a gradient
            _after_hooks(module, hooks, (None,) * taken, whole)

    left[0].grad_fn.parents[0].hooks = {0: arriving}
    changed = list(results)
    for place, tensor in zip(ends, left, strict=True):
        changed[place] = tensor
    return tuple(changed) if isinstance(result, tuple) else changed[0]


def _after_hooks(
    module: Any, hooks: Sequence[BackwardHook], leaving: tuple[Any, ...], arrived: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Return the gradients of the inputs after the hooks, each of which may replace them."""
    for hook in hooks:
        changed = hook(module, leaving, arrived)
        if changed is None:
            continue
        changed = changed if isinstance(changed, tuple) else (changed,)
        forms = [np.shape(g) for g in leaving], [np.shape(g) for g in changed]
        if forms[0] != forms[1]:
            raise RuntimeError(
                "Backward hook returned an invalid number of grad_input, or of another shape: got "
                f"{forms[1]}, but expected {forms[0]}."
            )
        leaving = tuple(
            [
                g if g is None or isinstance(g, Tensor) else np.asarray(g, old.dtype)
                for g, old in zip(changed, leaving, strict=True)
            ]
        )
    return leaving

"""`trace`: one function for the graphs of every engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tapewalk.graph.reading import engines
from tapewalk.scalar.value import Value
from tapewalk.trace.format import MOST_VALUES
from tapewalk.trace.values import trace_value

if TYPE_CHECKING:
    from tapewalk.trace.format import Trace


def trace(
    root: Any,
    labels: Mapping[str, Any] | None = None,
    model: Any = None,
    values: int = MOST_VALUES,
) -> Trace:
    """Returns the graph behind `root` with its forward and backward pass, as plain data.

    The graph is read and left as it is: no `grad` changes, no hook is called, and `backward` need
    not have run.

    Args:
        root: The value or tensor whose derivatives are taken, a loss for instance; ours or
            PyTorch's. A tensor keeps only what backward needs: the trace of a function that
            computes it tells every result as well.
        labels: Names for values, over those they already have: `{"a": a}` or `dict(a=a, b=b)`.
        model: A module of ours or PyTorch's; its parameters get their names, its parts become
            groups.
        values: How many entries of a tensor are listed one by one, at most. A trace that goes into
            a page weighs a third with 0; the matrix views need them.

    Returns:
        The trace, in the form described in `tapewalk.trace.format`.

    Raises:
        TypeError: `root`, or something in `labels`, is nothing that can be traced.
        ValueError: `labels` names a value that `root` does not depend on.
        RuntimeError: A tensor has no history, or `backward` has already freed it.

    Example:
        >>> x = Value(2.0, label="x")
        >>> recorded = trace(x * x)
        >>> recorded["grads"]
        {'0': 4.0}
        >>> [sent["total"] for sent in recorded["backward"][0]["sends"]]
        [2.0, 4.0]
    """
    if isinstance(root, Value):
        return trace_value(root, labels or {})
    # A function's result is not there yet: its model tells whose it will be.
    told_by = model if callable(root) and model is not None else root
    homes = engines(told_by)
    # Imported here: tracing a Value needs neither NumPy nor PyTorch.
    if "torch" in homes:
        from tapewalk.trace.torch import trace_torch

        return trace_torch(root, model, labels, values)
    if "tapewalk" in homes or callable(root):
        from tapewalk.trace.tensors import trace_tensor

        return trace_tensor(root, model, labels, values)
    raise TypeError(
        f"trace() reads the graph behind a Value or a tensor, got {root!r} of type "
        f"{type(root).__name__}. Usually .data was taken too early, or every operand was a plain "
        "number: wrap at least one of them in Value(...)."
    )

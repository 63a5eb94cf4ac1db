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
    """Return the graph of `root` with its forward and backward pass, as plain data.

    The graph is only read: no `grad` changes, no hook is called, and `backward` need not have run.

    Args:
        root: The value or tensor that is differentiated, a loss for instance; ours or PyTorch's. A
            tensor's graph has only the values that backward needs. The trace of a function that
            computes the tensor has every result as well.
        labels: Names for values, which replace those they have: `{"a": a}` or `dict(a=a, b=b)`.
        model: A module of ours or PyTorch's, for the names of parameters and groups.
        values: The most entries of a tensor that are listed one by one. With 0, a trace in a page
            has a third of the size; the matrix views need the entries.

    Returns:
        The trace, in the form described in `tapewalk.trace.format`.

    Raises:
        TypeError: `root`, or something in `labels`, can't be traced.
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
    # A function has no result yet: its model shows which engine it belongs to.
    homes = engines(model if callable(root) and model is not None else root)
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

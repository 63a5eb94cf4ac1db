"""Write tensor-traces.json, the tensor traces of the JavaScript tests, with the library itself.

Run it after a change to the trace format:
`PYTHONPATH=lib python tests/diagrams/make_tensor_traces.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tapewalk import Tensor, trace

TARGET = Path(__file__).parent / "tensor-traces.json"


def _leaf(numbers: Any) -> Tensor:
    return Tensor(numbers, dtype=np.float64, requires_grad=True)


def _numbers(*shape: int) -> Tensor:
    """Return a leaf with numbers of both signs, the same ones for the same shape."""
    count = int(np.prod(shape))
    return _leaf(((np.arange(count) * 7 % 11 - 4) / 2).reshape(shape))


def _traced(program: Callable[..., Tensor], **leaves: Tensor) -> Any:
    """Return the trace of a program whose result's gradient differs from cell to cell."""

    def loss() -> Tensor:
        y = program(*leaves.values())
        weights = (np.arange(y.data.size) % 5 - 1.5).reshape(y.shape)
        return (y * Tensor(weights, dtype=np.float64)).sum()

    return trace(loss, labels=leaves)


def _product(a: tuple[int, ...], b: tuple[int, ...]) -> Any:
    return _traced(lambda a, b: a @ b, A=_numbers(*a), B=_numbers(*b))


def traces() -> dict[str, Any]:
    """Return the trace of every example, by name."""
    return {
        "product": _product((2, 3), (3, 2)),
        "vectorTimesMatrix": _product((3,), (3, 2)),
        "matrixTimesVector": _product((2, 3), (3,)),
        "dot": _product((3,), (3,)),
        "batchTimesMatrix": _product((2, 2, 3), (3, 2)),
        "batchTimesBatch": _product((2, 2, 3), (2, 3, 2)),
        "large": _product((3, 30), (30, 2)),
        "square": _traced(lambda x: x @ x, x=_numbers(2, 2)),
        "data": _traced(lambda w: Tensor([[1.0, 2.0]], dtype=np.float64) @ w, W=_numbers(2, 3)),
        "addRow": _traced(lambda x, b: x + b, x=_numbers(3, 4), b=_numbers(4)),
        "addColumn": _traced(lambda x, b: x + b, x=_numbers(3, 4), b=_numbers(3, 1)),
        "addCell": _traced(lambda x, b: x + b, x=_numbers(2, 3), b=_numbers(1)),
        "addSame": _traced(lambda x, b: x + b, x=_numbers(2, 3), b=_numbers(2, 3)),
        "subtractRow": _traced(lambda x, b: x - b, x=_numbers(3, 2), b=_numbers(2)),
        "scaleRow": _traced(lambda x, b: x * b, x=_numbers(3, 2), b=_numbers(2)),
        "addNumber": _traced(lambda x: x + 1.5, x=_numbers(2, 2)),
        "outer": _traced(lambda x, b: x + b, x=_numbers(3, 1), b=_numbers(4)),
    }


def as_text() -> str:
    """Return the text of tensor-traces.json, one trace a line."""
    entries = traces()
    # The version of NumPy says nothing about the views.
    for entry in entries.values():
        entry.pop("versions", None)
    lines = (f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(as_text(), encoding="utf-8")

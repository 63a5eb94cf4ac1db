"""Finding the operation whose gradient is not a number."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk.engine.observing import observing

if TYPE_CHECKING:
    from tapewalk.engine.function import Function

_enabled: ContextVar[bool] = ContextVar("anomaly", default=False)
_LIBRARY = str(Path(__file__).parents[1])

is_enabled: Callable[[], bool] = _enabled.get


@contextmanager
def detect_anomaly() -> Iterator[None]:
    """Make `backward` stop at the first NaN and name the operation and the line that made it.

    Run the forward pass in the block too: its lines are recorded then. It costs time.

    Example:
        >>> from tapewalk import Tensor, detect_anomaly
        >>> x = Tensor([0.0], requires_grad=True)
        >>> with detect_anomaly():
        ...     y = (x * 0).sqrt() * 0
        ...     try:
        ...         y.backward()
        ...     except RuntimeError as error:
        ...         print(str(error).split(".")[0])
        Function 'SqrtBackward' returned nan values in its 0th output
    """
    token = _enabled.set(True)
    try:
        with observing(_note_line):
            yield
    finally:
        _enabled.reset(token)


def _note_line(node: Function, *_: object) -> None:
    """Record file, line and function of the innermost frame outside this library."""
    frame: Any = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_LIBRARY):
        frame = frame.f_back
    code = frame.f_code
    node.made_at = f'File "{code.co_filename}", line {frame.f_lineno}, in {code.co_name}'


def made_at(node: Function) -> str:
    """Return a sentence about where `node` was made, or how to find out."""
    if node.made_at is not None:
        return f"It was made at {node.made_at}."
    return "Run the forward pass inside tapewalk.detect_anomaly() to see the line that made it."


def check(node: Function, grads: tuple[Any, ...]) -> None:
    """Raise `RuntimeError` if one of the gradients that `node` returned holds a NaN."""
    for position, grad in enumerate(grads):
        if not isinstance(grad, dict | None) and np.isnan(grad).any():
            raise RuntimeError(
                f"Function '{node.name()}' returned nan values in its {position}th output. "
                "Usually 0 times infinity: a division by 0, log or sqrt at 0, or an overflow just "
                f"before. {made_at(node)}"
            )

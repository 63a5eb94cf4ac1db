"""Switches for recording: inside `no_grad()` operations compute and leave no trace."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ContextDecorator
from contextvars import ContextVar
from functools import wraps
from inspect import isgeneratorfunction
from typing import Any, ClassVar

# A context variable and not a global: each thread and each asyncio task has its own switch.
_recording: ContextVar[bool] = ContextVar("recording", default=True)

# The engine calls this for every operation: a Python function would cost several times as much.
is_recording: Callable[[], bool] = _recording.get


def is_grad_enabled() -> bool:
    """Return whether operations are recorded for `backward`.

    Example:
        >>> with no_grad():
        ...     is_grad_enabled()
        False
    """
    return is_recording()


class _Switch(ContextDecorator):
    """Recording on or off for the length of a `with` block or of a decorated function."""

    mode: ClassVar[bool]

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        """Return a switch, or `function` decorated when used without brackets: `@no_grad`."""
        switch = super().__new__(cls)
        switch._before = []
        return switch if function is None else cls()(function)

    _before: list[bool]

    def _recreate_cm(self) -> _Switch:
        result: _Switch = type(self)()  # each call of a decorated function has its own memory
        return result

    def __call__(self, function: Any) -> Any:
        """Return `function`, run in this mode whenever it is called."""
        if not isgeneratorfunction(function):
            return super().__call__(function)

        @wraps(function)
        def stepped(*arguments: Any, **settings: Any) -> Any:
            steps = function(*arguments, **settings)
            while True:  # the caller has its own mode between two steps
                with self._recreate_cm():
                    try:
                        value = next(steps)
                    except StopIteration as end:
                        return end.value
                yield value

        return stepped

    def __enter__(self) -> _Switch:
        self._before.append(_recording.get())
        _recording.set(self.mode)
        return self

    def __exit__(self, *_: object) -> None:
        _recording.set(self._before.pop())


class no_grad(_Switch):  # noqa: N801  (named as in PyTorch)
    """Compute without recording, as a `with` block or a decorator: for updates and evaluation.

    Example:
        >>> from tapewalk import Tensor, no_grad
        >>> x = Tensor([2.0], requires_grad=True)
        >>> with no_grad():
        ...     (x * 3).requires_grad
        False
    """

    mode = False


class enable_grad(_Switch):  # noqa: N801
    """Record again inside a `no_grad` block, as a `with` block or a decorator.

    Example:
        >>> from tapewalk import Tensor, enable_grad, no_grad
        >>> x = Tensor([2.0], requires_grad=True)
        >>> with no_grad(), enable_grad():
        ...     (x * 3).requires_grad
        True
    """

    mode = True


def inference_mode(mode: Any = True) -> Any:
    """Compute without recording, as a `with` block or a decorator: for models that are only used.

    It does the same as `no_grad`. PyTorch saves time by refusing its results in later graphs;
    here they are constants in those.

    Args:
        mode: Whether to stop recording; `inference_mode(False)` records again inside another block.

    Example:
        >>> from tapewalk import Tensor, inference_mode
        >>> x = Tensor([2.0], requires_grad=True)
        >>> with inference_mode():
        ...     (x * 3).requires_grad
        False
    """
    if callable(mode):  # used as a decorator without brackets
        return no_grad(mode)
    return no_grad() if mode else enable_grad()


class set_grad_enabled:  # noqa: N801
    """Turn recording on or off: from the call on, for a `with` block, or for a whole function.

    Args:
        mode: Whether operations are recorded for `backward`.

    Example:
        >>> from tapewalk import Tensor, set_grad_enabled
        >>> x = Tensor([2.0], requires_grad=True)
        >>> with set_grad_enabled(False):
        ...     (x * 3).requires_grad
        False
    """

    def __init__(self, mode: bool) -> None:
        self.mode = bool(mode)
        self._before = _recording.get()
        _recording.set(self.mode)

    def __enter__(self) -> set_grad_enabled:
        _recording.set(self.mode)
        return self

    def __exit__(self, *_: object) -> None:
        _recording.set(self._before)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return `function`, run in this mode whenever it is called."""
        _recording.set(self._before)  # a decorator switches the mode of its function only
        result: Callable[..., Any] = (enable_grad if self.mode else no_grad)()(function)
        return result

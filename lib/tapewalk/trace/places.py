"""The source lines of operations, noted while a program runs."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

# Frames of these folders compute. The line that called them is further out.
_LIBRARY: Final = Path(__file__).parents[1]
_ROOMS: Final = "engine gradients graph inspect nn ops planning tensor trace"
_ENGINE: Final = tuple(f"{_LIBRARY / room}/" for room in _ROOMS.split())


class Places:
    """The functions whose lines made nodes, each once, with their source.

    Args:
        inner: Folders whose frames are passed over besides the library's, such as PyTorch's.
    """

    def __init__(self, *inner: str) -> None:
        self._inner = inner
        self._numbers: dict[CodeType, int] = {}

    def here(self) -> tuple[int, int] | None:
        """Return the number of the function that is running, and the line in its file.

        In a model of an installed library, it is the user's line that called the library, if there
        is one: that line can be changed.
        """
        frame = calling_frame(self._inner)
        frame = _around_library(frame) or frame
        if frame is None:
            return None
        return self._numbers.setdefault(frame.f_code, len(self._numbers)), frame.f_lineno

    def listed(self) -> list[dict[str, Any]]:
        """Return name, file, first line and lines of every function, without lines if unknown.

        A file has no folders, which would reveal a person's directories. A notebook's cell is not
        a file, so the name that its kernel invents is replaced by "".
        """
        return [_source(code) for code in self._numbers]


def calling_frame(inner: tuple[str, ...] = ()) -> FrameType | None:
    """Return the frame of the user's line that is being computed.

    Args:
        inner: Folders whose frames are passed over besides the library's, such as PyTorch's.
    """
    passed_over = (*_ENGINE, *inner, "<frozen")
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(passed_over):
        frame = frame.f_back
    return frame


def _around_library(frame: FrameType | None) -> FrameType | None:
    """Return the nearest frame outside of installed packages; `None` if we called the package."""
    callers = tuple(f"{_LIBRARY / room}/" for room in ("inspect", "trace"))
    while frame is not None and "-packages/" in frame.f_code.co_filename:
        frame = frame.f_back
        # This library may be installed too; what records the calls is around each of them.
        while frame is not None and frame.f_code.co_filename.startswith(f"{_LIBRARY}/"):
            if frame.f_code.co_filename.startswith(callers):
                return None
            frame = frame.f_back
    return frame


def _source(code: CodeType) -> dict[str, Any]:
    try:
        lines, first = inspect.getsourcelines(code)
    except (OSError, TypeError):
        lines, first = [], code.co_firstlineno
    file = Path(code.co_filename)
    return {
        "name": code.co_qualname,
        "file": file.name if file.is_file() else "",
        "first": max(first, 1),
        "lines": [line.rstrip("\n") for line in lines],
    }

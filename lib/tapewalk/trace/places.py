"""Where in a program an operation was written: source lines, noted while it runs."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

# Frames of these folders compute; the line that asked them to is further out.
_LIBRARY: Final = Path(__file__).parents[1]
_ENGINE: Final = tuple(
    f"{_LIBRARY / room}/"
    for room in ("engine", "gradients", "graph", "inspect", "nn", "ops", "tensor", "trace")
)


class Places:
    """The functions whose lines made nodes, each once, with their source.

    Args:
        inner: Folders beside the library's own whose frames are passed over, as PyTorch's.
    """

    def __init__(self, *inner: str) -> None:
        self._inner = inner
        self._numbers: dict[CodeType, int] = {}

    def here(self) -> tuple[int, int] | None:
        """Returns the number of the function that is running, and the line in its file."""
        frame = calling_frame(self._inner)
        if frame is None:
            return None
        return self._numbers.setdefault(frame.f_code, len(self._numbers)), frame.f_lineno

    def told(self) -> list[dict[str, Any]]:
        """Returns name, file, first line and lines of every function; none where no one has them.

        A file is told without its folders: they say where somebody works. A cell of a notebook is
        no file, and the name that its kernel makes up says nothing: it is "".
        """
        return [_told(code) for code in self._numbers]


def calling_frame(inner: tuple[str, ...] = ()) -> FrameType | None:
    """Returns the frame of the line that asked for what is being computed.

    Args:
        inner: Folders beside the library's own whose frames are passed over, as PyTorch's.
    """
    passed_over = (*_ENGINE, *inner, "<frozen")
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(passed_over):
        frame = frame.f_back
    return frame


def _told(code: CodeType) -> dict[str, Any]:
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

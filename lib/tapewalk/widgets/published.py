"""Data that cells publish to figures by name, also to figures before them.

A lesson asks before it computes: the question comes before the cell with the answer. Such a figure
waits for the name, is drawn when it is published, and redrawn when it changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapewalk.trace.publish import encodable

_data: dict[str, Any] = {}
_listeners: list[Callable[[], bool]] = []


class NotYetPublishedError(LookupError):
    """A figure refers to a name that no cell has published so far."""


class Reference:
    """A published name, and the way to something in it: `published.run.losses`."""

    def __init__(self, *path: str | int) -> None:
        self._path = path

    def __getattr__(self, name: str) -> Reference:
        # Jupyter and copy look up names like these to learn what an object can do.
        if name.startswith("_"):
            raise AttributeError(name)
        return Reference(*self._path, name)

    def __getitem__(self, key: str | int) -> Reference:
        return Reference(*self._path, key)

    def __repr__(self) -> str:
        first, *rest = self._path
        return f"published.{first}" + "".join(f"[{key!r}]" for key in rest)


class Published:
    """Every name there is or will be: `published.chain`."""

    def __getattr__(self, name: str) -> Reference:
        if name.startswith("_"):
            raise AttributeError(name)
        return Reference(name)


published = Published()


def publish(**data: object) -> None:
    """Publish `data` to the figures of this notebook, which refer to it as `published.<name>`.

    Args:
        **data: Traces, and whatever else JSON can hold.

    Example:
        >>> publish(run={"losses": [0.5, 0.25]})
        >>> published.run.losses
        published.run['losses']
    """
    for name, value in data.items():
        _data[name] = encodable(value)
    _listeners[:] = [listen for listen in _listeners if listen()]


def look_up(reference: Reference) -> Any:
    """Return what a reference leads to.

    Raises:
        NotYetPublishedError: Nobody has published the name.
        KeyError: What was published holds no such entry.
    """
    name, *path = reference._path
    if name not in _data:
        raise NotYetPublishedError(name)
    value = _data[str(name)]
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            raise KeyError(f"{reference!r}: no {key!r} in what was published") from None
    return value


def forget() -> None:
    """Forget all published data and the figures that wait for it, as a restarted kernel does."""
    _data.clear()
    _listeners.clear()


def listen(listener: Callable[[], bool]) -> None:
    """Call `listener` after each `publish`, until it returns False."""
    _listeners.append(listener)

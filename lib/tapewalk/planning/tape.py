"""The memory of one training step: which pieces there are, from when until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any


@dataclass(frozen=True)
class Hold:
    """A tensor that a node saves for its backward pass.

    Attributes:
        number: Its place in the order of saving.
        at: The number of events before it was saved.
        read: The number of events before the backward pass asked for it.
        end: The last event at which it is saved.
        bytes: The size of the tensor, which may be a part of its piece of memory.
    """

    number: int
    at: int
    read: int
    end: int
    bytes: int


@dataclass(frozen=True)
class Piece:
    """A piece of memory.

    Attributes:
        kind: "parameter", "gradient", "optimizer", "input" or "other".
        bytes: Its size.
        birth: The event that made it, -1 for what was there before the step.
        end: The last event at which something else than a node keeps it.
        shape: The shape of its first tensor.
        holds: The nodes that save it.
    """

    kind: str
    bytes: int
    birth: int
    end: int
    shape: tuple[int, ...] = ()
    holds: tuple[Hold, ...] = ()

    @property
    def until(self) -> int:
        """The last event at which it is kept."""
        return max(self.end, *(hold.end for hold in self.holds)) if self.holds else self.end


@dataclass(frozen=True)
class Event:
    """An operation that made memory.

    Attributes:
        op: Its name in PyTorch's dispatcher, such as `"aten::bmm"`.
        reads: The pieces that it read, by number.
        makes: The pieces that it made.
        node: Number of the autograd node that it made or, in the backward pass, that ran it.
        work: Its arithmetic, in floating-point operations, as far as PyTorch counts them.
        place: File and line that called it in the forward pass.
    """

    op: str
    reads: tuple[int, ...]
    makes: tuple[int, ...]
    node: int
    work: int
    place: str = ""


@dataclass(frozen=True)
class Call:
    """A call of a module in the forward pass.

    Attributes:
        path: The module's path.
        kind: The name of its class.
        start: The number of events before it.
        stop: The number of events when it ended.
        first: The number of tensors saved before it.
        last: The number of tensors saved when it ended.
        inputs: The pieces of its arguments.
    """

    path: str
    kind: str
    start: int
    stop: int
    first: int
    last: int
    inputs: tuple[int, ...]


@dataclass(frozen=True)
class Tape:
    """The memory of a step.

    Attributes:
        events: The operations in the order in which they ran.
        pieces: The pieces of memory.
        calls: The calls of modules.
        forward: The number of events of the forward pass.
        backward: The number of events up to the end of the backward pass.
        work: The arithmetic of the forward and the backward pass, with what runs twice.
        device: Type of the device for which it was recorded.
        length: The number of events, with those that run twice.
        bus: Bytes that are copied to the host and back.
    """

    events: Sequence[Event]
    pieces: Sequence[Piece]
    calls: Sequence[Call]
    forward: int
    backward: int
    work: int
    device: str
    length: int
    bus: int = 0

    def held(self) -> list[int]:
        """Return the bytes in use at each event."""
        return _summed(self.length, ((p.bytes, p.birth, p.until) for p in self.pieces))

    @property
    def peak(self) -> int:
        """The most bytes in use."""
        return max(self.held())

    def at_peak(self) -> tuple[str, dict[str, int]]:
        """Return the phase of the peak, and its bytes by kind: what nodes save is "saved"."""
        held = self.held()
        at = held.index(max(held))
        kinds = dict.fromkeys(("parameter", "gradient", "optimizer", "input", "saved", "other"), 0)
        for piece in self.pieces:
            if piece.birth <= at <= piece.until:
                is_saved = piece.kind == "other" and any(h.at <= at <= h.end for h in piece.holds)
                kinds["saved" if is_saved else piece.kind] += piece.bytes
        phases = ((self.forward, "forward"), (self.backward, "backward"))
        return next((name for end, name in phases if at < end), "step"), kinds

    def saved(self) -> int:
        """Return the most bytes that nodes save, without parameters, each piece once."""
        spans = (
            (piece.bytes, min(h.at for h in piece.holds) - 1, max(h.end for h in piece.holds))
            for piece in self.pieces
            if piece.holds and piece.kind != "parameter"
        )
        return max(_summed(self.length, spans))


def _summed(length: int, spans: Any) -> list[int]:
    changes = [0] * (length + 2)
    for size, start, end in spans:
        changes[max(start, 0)] += size
        changes[min(max(end, start, 0), length) + 1] -= size
    return list(accumulate(changes))[:-1]

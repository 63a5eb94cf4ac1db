"""The memory of one training step: which pieces there are, from when until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

STEP = 8  # columns
KINDS = ("parameter", "gradient", "optimizer", "input", "saved", "other")


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

    def by_kind(self) -> dict[str, list[int]]:
        """Return the bytes in use at each event, by kind: what nodes save is "saved"."""
        spans: dict[str, list[tuple[int, int, int]]] = {kind: [] for kind in KINDS}
        for piece in self.pieces:
            spans[piece.kind].append((piece.bytes, piece.birth, piece.until))
            if piece.kind != "other":
                continue
            after = piece.birth
            for hold in sorted(piece.holds, key=lambda hold: hold.at):
                if hold.end >= max(hold.at, after):
                    saved = piece.bytes, max(hold.at, after), hold.end
                    spans["saved"].append(saved)
                    spans["other"].append((-saved[0], *saved[1:]))
                    after = hold.end + 1
        return {kind: _summed(self.length, own) for kind, own in spans.items()}

    def phase(self, event: int) -> str:
        """Return "forward", "backward" or "step", the optimizer's."""
        return (
            "forward" if event < self.forward else "backward" if event < self.backward else "step"
        )

    def at_peak(self) -> tuple[str, dict[str, int]]:
        """Return the phase of the peak, and its bytes by kind."""
        held = self.held()
        at = held.index(max(held))
        return self.phase(at), {kind: own[at] for kind, own in self.by_kind().items()}

    def columns(self, events: int) -> dict[str, Any]:
        """Return what is drawn: columns of so many events each, with what is held when most is.

        The step of the optimizer, with a few events for each parameter, has a few columns only.

        Returns:
            By phase, how many columns it has; and by kind, the bytes in each column, one number
            for all if they are equal.
        """
        held, kinds, ats = self.held(), self.by_kind(), list[int]()
        ends = {"forward": self.forward, "backward": self.backward, "step": self.length}
        wide = {"step": max(events, -(-(self.length - self.backward) // STEP))}
        phases, start = {}, 0
        for phase, end in ends.items():
            each = wide.get(phase, events)
            starts = range(start, end, each)
            phases[phase] = len(starts)
            ats += [max(range(at, min(at + each, end)), key=held.__getitem__) for at in starts]
            start = end
        drawn = {kind: [own[at] for at in ats] for kind, own in kinds.items()}
        flat = {kind: own[0] if len(set(own)) == 1 else own for kind, own in drawn.items()}
        return {"phases": phases, "held": flat}

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

"""The common part of both engines' scores: the measurements of a run, and their assembly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any

from tapewalk.graph.node import Node, Saved
from tapewalk.graph.reading import optimizers_in
from tapewalk.trace.format import Trace, encode_number
from tapewalk.version import __version__


@dataclass
class Cost:
    """What a node costs when it runs, in one direction.

    Attributes:
        bytes: The bytes that its operations read and write.
        seconds: The time that they take.
    """

    bytes: int = 0
    seconds: float = 0.0


@dataclass
class Extra:
    """Memory that is kept for backward and that no node saves.

    Attributes:
        bytes: Its size.
        of: Name of the parameter whose memory it is.
        storage: The number of the piece of memory, as the walk counts them.
        number: The number of the newest node when it was saved.
        until: The position in the backward pass after which it is freed, or `None`.
        frame: Number of the checkpoint whose arguments these are, if they are freed after it has
            recomputed.
    """

    bytes: int
    of: str | None
    storage: int
    number: float
    until: int | None = None
    frame: int | None = None


@dataclass(frozen=True)
class Write:
    """A write in place that PyTorch ran in the forward pass.

    Attributes:
        storage: The number of the piece of memory, as the walk counts them, or `None` if no node
            saves it.
        version: The version of the memory after the write.
        number: The number of the newest node after the write.
        shape: Shape of the tensor.
        is_counted: Whether the nodes that saved the memory can detect the write.
    """

    storage: int | None
    version: int
    number: float
    shape: tuple[int, ...]
    is_counted: bool


@dataclass(frozen=True)
class Failure:
    """A backward pass that ended at a node whose saved tensor was overwritten.

    Attributes:
        node: The position of that node.
        name: The node's name for the tensor.
        found: The version of the tensor's memory.
    """

    node: int
    name: str | None
    found: int


@dataclass
class Run:
    """The measurements of one step.

    Attributes:
        engine: "tensor" or "torch".
        versions: Versions of the packages that ran, besides this one.
        nodes: The nodes of the walk, each at its position.
        numbers: For each node its place in the order in which nodes were made, infinity for leaves.
        forward: Positions of the operations that ran in the forward pass.
        backward: Positions of the nodes in the order in which they ran backward.
        frames: For each checkpoint the positions of the nodes that it recomputes.
        held_back: Positions of nodes whose saved values a checkpoint dropped, each with its frame.
        outlasts: For nodes that run others inside of them, the last of those in `backward`.
        extras: Memory that no node saves.
        places: For each node the function and the line that made it.
        source: Those functions.
        gradients: Bytes of the gradients, by position of the leaf.
        allocator: Bytes that a graphics card allocated.
        norms: By position in `backward` the norm of the incoming gradient, if it was requested.
        made: The costs of the nodes that ran forward, by position.
        again: The costs of the nodes that ran forward a second time, by position.
        read: The costs of the nodes that ran backward, by position in `backward`.
        is_timed: Whether the costs include seconds.
        writes: The writes in place.
        versions_saved: Version of each saved tensor when it was saved, by node and name.
        failure: Where the backward pass ended too early.
    """

    engine: str
    versions: Mapping[str, str]
    nodes: list[Node] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    forward: list[int] = field(default_factory=list)
    backward: list[int] = field(default_factory=list)
    frames: list[list[int]] = field(default_factory=list)
    held_back: dict[int, int] = field(default_factory=dict)
    outlasts: dict[int, int] = field(default_factory=dict)
    extras: list[Extra] = field(default_factory=list)
    places: dict[int, tuple[int, int] | None] = field(default_factory=dict)
    source: list[dict[str, Any]] = field(default_factory=list)
    gradients: dict[int, int] = field(default_factory=dict)
    allocator: dict[str, int] | None = None
    norms: list[float | None] | None = None
    made: dict[int, Cost] = field(default_factory=dict)
    again: dict[int, Cost] = field(default_factory=dict)
    read: list[Cost] = field(default_factory=list)
    is_timed: bool = False
    writes: list[Write] = field(default_factory=list)
    versions_saved: dict[tuple[int, str | None], int] = field(default_factory=dict)
    failure: Failure | None = None


def assemble(run: Run, model: Any, optimizer: Any, source: bool) -> Trace:
    """Return the score of a run."""
    timeline = _Timeline(run)
    nodes = [
        {
            "op": "leaf" if node.is_leaf else node.op,
            "label": node.label,
            "group": node.group,
            "shape": list(node.shape),
            "dtype": node.dtype,
            "place": _place(run, node) if source else None,
            "operands": [operand for operand in node.next_functions if operand is not None],
            "saved": [],
        }
        for node in run.nodes
    ]
    storages, writes = _storages(run, timeline, nodes)
    score: Trace = {
        "score": 1,
        "engine": run.engine,
        "versions": {"tapewalk": __version__, **run.versions},
        "nodes": nodes,
        "forward": run.forward,
        "backward": timeline.backward,
        "again": timeline.again,
        "moved": [cost.bytes for cost in timeline.costs],
        "storages": storages,
        "gradients": [{"node": at, "bytes": size} for at, size in sorted(run.gradients.items())],
        "parameters": sum(map(_bytes, model.parameters())) if model is not None else 0,
        "optimizer": _remembered(optimizer),
        "source": run.source if source else [],
    }
    if run.allocator is not None:
        score["allocator"] = run.allocator
    if run.norms is not None:
        score["norms"] = timeline.norms
    if run.is_timed:
        score["seconds"] = [round(cost.seconds, 9) for cost in timeline.costs]
    if writes:
        score["writes"] = writes
    if run.failure is not None:
        score["failed"] = _failed(run, timeline, nodes)
    return score


def _failed(run: Run, timeline: _Timeline, nodes: Sequence[dict[str, Any]]) -> dict[str, int]:
    failure = run.failure
    assert failure is not None
    saved = nodes[failure.node]["saved"]
    at = next(at for at, entry in enumerate(saved) if entry["name"] == failure.name)
    left = sum(node.position not in timeline.read for node in run.nodes)
    return {"node": failure.node, "saved": at, "found": failure.found, "left": left}


def _place(run: Run, node: Node) -> list[int] | None:
    place = run.places.get(node.position)
    return None if place is None else list(place)


class _Timeline:
    """The moments of a run: those of the nodes, and those at which checkpoints recompute.

    Attributes:
        backward: The nodes in the order in which the backward pass runs them, in either direction.
        again: The positions in `backward` at which a node runs forward.
        costs: The costs of all moments.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.backward: list[int] = []
        self.again: list[int] = []
        self.computed: dict[int, int] = {}  # the moment at which a node ran again
        self.read: dict[int, int] = {}  # and at which it ran backward
        self.again_until: dict[int, int] = {}  # by frame
        self.norms: list[float | str | None] = []  # by position in `backward`
        self.costs = [run.made.get(node, Cost()) for node in run.forward]
        self._ahead = len(run.forward)
        self._ends: list[int] = []  # the moments of the backward pass as the engine counts them
        for node, norm, cost in zip(
            run.backward, run.norms or repeat(None), chain(run.read, repeat(Cost())), strict=False
        ):
            frame = run.held_back.get(node)
            if frame is not None and frame not in self.again_until:
                for other in run.frames[frame]:
                    self.again.append(len(self.backward))
                    self.computed[other] = self._ahead + len(self.backward)
                    self.backward.append(other)
                    self.norms.append(None)
                    self.costs.append(run.again.get(other, Cost()))
                self.again_until[frame] = self._ahead + len(self.backward) - 1
            self.read[node] = self._ahead + len(self.backward)
            self._ends.append(self.read[node])
            self.backward.append(node)
            self.costs.append(cost)
            self.norms.append(None if norm is None else encode_number(norm))
        self.made = {node: moment for moment, node in enumerate(run.forward)}
        self._numbers = [run.numbers[node] for node in run.forward]

    def end_of(self, node: int) -> int:
        """Return the last moment at which a node keeps its saved tensors."""
        outlasts = self._run.outlasts.get(node)
        if node not in self.read:  # it did not run
            return self.end_of_all()
        return self.read[node] if outlasts is None else self._ends[outlasts]

    def end_of_all(self) -> int:
        """Return the last moment."""
        return self._ahead + len(self.backward) - 1

    def made_by(self, number: float) -> int:
        """Return the moment of the newest operation up to a number."""
        return max(0, bisect_right(self._numbers, number) - 1)

    def end(self, extra: Extra) -> int:
        """Return the last moment at which memory that no node saves is kept."""
        if extra.frame is not None:
            return self.again_until[extra.frame]
        return self.end_of_all() if extra.until is None else self._ends[extra.until]


@dataclass
class _Piece:
    """A piece of memory from one moment to another.

    Attributes:
        node: The node that saved it first.
        of: The parameter whose memory it is.
        beside: Whether no node saves it.
        number: Its place among all pieces.
    """

    start: int
    end: int
    node: int
    bytes: int
    of: str | None
    beside: bool
    number: int = 0


def _storages(
    run: Run, timeline: _Timeline, nodes: Sequence[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the pieces of memory, oldest first, and the writes to memory.

    It adds to each node its saved tensors and their pieces.
    """
    saved = list(_saved(run, timeline))
    pieces: dict[int, list[_Piece]] = {}  # by storage
    for storage, piece in (*((of.storage, piece) for of, piece in saved), *_beside(run, timeline)):
        pieces.setdefault(storage, []).append(piece)
    joined = {storage: _joined(own) for storage, own in pieces.items()}
    listed = sorted(
        (piece for own in joined.values() for piece in own),
        key=lambda piece: (piece.start, piece.node),
    )
    for number, piece in enumerate(listed):
        piece.number = number
    writes, written = _writes(run, timeline, joined)
    for of, held in saved:
        (piece,) = [one for one in joined[of.storage] if one.start <= held.start <= one.end]
        entry: dict[str, Any] = {"name": of.name, "shape": list(of.shape), "bytes": of.bytes}
        entry["storage"] = piece.number
        version = run.versions_saved.get((held.node, of.name))
        if piece.number in written and version is not None:
            entry["version"] = version
        nodes[held.node]["saved"].append(entry)
    return [_entry(piece) for piece in listed], writes


def _saved(run: Run, timeline: _Timeline) -> Iterator[tuple[Saved, _Piece]]:
    """Yield each saved tensor with its piece of memory."""
    for node in run.nodes:
        if node.position not in timeline.read and run.failure is None:
            continue
        moments = timeline.computed if node.position in run.held_back else timeline.made
        if node.saved and node.position in moments:
            start, end = moments[node.position], timeline.end_of(node.position)
            for saved in node.saved:
                size = saved.storage_bytes
                yield saved, _Piece(start, end, node.position, size, saved.of, False)


def _beside(run: Run, timeline: _Timeline) -> Iterator[tuple[int, _Piece]]:
    """Yield the memory that no node saves, by storage."""
    for extra in run.extras:
        start, end = timeline.made_by(extra.number), timeline.end(extra)
        yield extra.storage, _Piece(start, end, run.forward[start], extra.bytes, extra.of, True)


def _writes(
    run: Run, timeline: _Timeline, joined: Mapping[int, Sequence[_Piece]]
) -> tuple[list[dict[str, Any]], set[int]]:
    """Return the writes to memory, and the numbers of the pieces that were written."""
    writes = []
    written = set()
    for write in run.writes:
        moment = timeline.made_by(write.number)
        pieces = () if write.storage is None else joined.get(write.storage, ())
        piece = next((piece for piece in pieces if piece.end >= moment), None)
        entry: dict[str, Any] = {"node": run.forward[moment], "version": write.version}
        entry["shape"] = list(write.shape)
        if piece is not None:
            written.add(piece.number)
            entry["storage"] = piece.number
        if not write.is_counted:
            entry["counted"] = False
        writes.append(entry)
    return writes, written


def _entry(piece: _Piece) -> dict[str, Any]:
    span = {"node": piece.node, "from": piece.start, "until": piece.end}
    beside = {"beside": True} if piece.beside else {}
    return {"bytes": piece.bytes, "of": piece.of, **span, **beside}


def _joined(pieces: Iterable[_Piece]) -> list[_Piece]:
    """Return the pieces, with those that overlap in time joined."""
    joined: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.start, piece.beside)):
        if joined and piece.start <= joined[-1].end:
            joined[-1].end = max(joined[-1].end, piece.end)
        else:
            joined.append(piece)
    return joined


def _remembered(optimizer: Any) -> int:
    """Return the bytes of the state of an optimizer, or of several."""
    states = [of_one for one in optimizers_in(optimizer) for of_one in one.state.values()]
    kept = [thing for of_one in states for thing in _values(of_one)]
    return sum(_bytes(thing) for thing in kept if hasattr(thing, "nbytes"))


def _values(state: Any) -> Iterable[Any]:
    return state.values() if isinstance(state, Mapping) else ()


def _bytes(thing: Any) -> int:
    """Return the bytes of an array or tensor, ours or another's."""
    return int(getattr(thing, "_data", thing).nbytes)

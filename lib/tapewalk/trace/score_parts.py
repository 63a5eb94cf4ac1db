"""What the scores of both engines have in common: a run as an engine tells it, and assembly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

from tapewalk.graph.node import Node
from tapewalk.trace.format import Trace, encode_number
from tapewalk.version import __version__


@dataclass
class Extra:
    """Memory that is held for backward and that no node stores.

    Attributes:
        bytes: Its size.
        of: Name of the parameter whose memory it is.
        storage: The number of the piece of memory, as the walk counts them.
        number: The number of the node that was made last when it was stored.
        until: The position in the backward pass at whose end it goes; `None` for never.
        frame: Of the arguments of a checkpoint that go once it has computed again, its number.
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
        storage: The number of the piece of memory, as the walk counts them; `None` if no node has
            stored it.
        version: How often that memory had been written then.
        number: The number of the node that was made last.
        shape: That of the tensor.
        is_counted: Whether those who stored the memory can know of it.
    """

    storage: int | None
    version: int
    number: float
    shape: tuple[int, ...]
    is_counted: bool


@dataclass(frozen=True)
class Failure:
    """A backward pass that ended where a node met what was written over.

    Attributes:
        node: The position of that node.
        name: What it calls the tensor.
        found: How often the tensor's memory had been written.
    """

    node: int
    name: str | None
    found: int


@dataclass
class Run:
    """One step that ran, as an engine tells it.

    Attributes:
        engine: "tensor" or "torch".
        versions: Versions of the packages that ran, besides this one.
        nodes: The nodes, as the walk tells them, each at its position.
        numbers: For each node its place in the order in which nodes were made; of a leaf infinity.
        forward: Positions of the operations that ran in the forward pass.
        backward: Positions of the nodes in the order they ran backward.
        frames: For each checkpoint the positions of the nodes that it computes again.
        held_back: Positions of nodes whose saved values a checkpoint dropped, each with its frame.
        outlasts: Of nodes that run others inside of them, the last position of those in `backward`.
        extras: What is stored beside the nodes.
        places: For each node the function and the line that made it.
        source: Those functions.
        gradients: Bytes of the gradients, by position of the leaf.
        allocator: What the allocator of a graphics card tells.
        norms: By position in `backward` the norm of the gradient that arrived, if it was asked for.
        writes: What was written in place.
        versions_saved: By node and the name of a saved tensor, how often it had been written then.
        failure: Where the backward pass ended too early.
    """

    engine: str
    versions: Mapping[str, str]
    nodes: Sequence[Node]
    numbers: Sequence[float]
    forward: Sequence[int]
    backward: Sequence[int]
    frames: Sequence[Sequence[int]] = ()
    held_back: Mapping[int, int] = field(default_factory=dict)
    outlasts: Mapping[int, int] = field(default_factory=dict)
    extras: Sequence[Extra] = ()
    places: Mapping[int, tuple[int, int] | None] = field(default_factory=dict)
    source: Sequence[dict[str, Any]] = ()
    gradients: Mapping[int, int] = field(default_factory=dict)
    allocator: dict[str, int] | None = None
    norms: Sequence[float | None] | None = None
    writes: Sequence[Write] = ()
    versions_saved: Mapping[tuple[int, str | None], int] = field(default_factory=dict)
    failure: Failure | None = None


def assemble(run: Run, model: Any, optimizer: Any, source: bool) -> Trace:
    """Returns the score of a run."""
    timeline = _Timeline(run)
    nodes = [
        {
            "op": "leaf" if node.is_leaf else node.op,
            "label": node.label,
            "group": node.group,
            "shape": list(node.shape or ()),
            "dtype": node.dtype,
            "place": _place(run, node) if source else None,
            "operands": [operand for operand in node.next_functions if operand is not None],
            "saved": [],
        }
        for node in run.nodes
    ]
    storages, writes = _storages(run, timeline, nodes)
    told: Trace = {
        "score": 1,
        "engine": run.engine,
        "versions": {"tapewalk": __version__, **run.versions},
        "nodes": nodes,
        "forward": list(run.forward),
        "backward": timeline.backward,
        "again": timeline.again,
        "storages": storages,
        "gradients": [{"node": at, "bytes": size} for at, size in sorted(run.gradients.items())],
        "parameters": sum(map(_bytes, model.parameters())) if model is not None else 0,
        "optimizer": _remembered(optimizer),
        "source": list(run.source) if source else [],
    }
    if run.allocator is not None:
        told["allocator"] = run.allocator
    if run.norms is not None:
        told["norms"] = timeline.norms
    if writes:
        told["writes"] = writes
    if run.failure is not None:
        told["failed"] = _failed(run, timeline, nodes)
    return told


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
    """The moments of a run: those of the nodes, and those at which checkpoints compute again.

    Args:
        run: The run.

    Attributes:
        backward: The nodes in the order they run in the backward pass, forward or backward.
        again: The positions among them at which one runs forward.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.backward: list[int] = []
        self.again: list[int] = []
        self.computed: dict[int, int] = {}  # the moment at which a node ran again
        self.read: dict[int, int] = {}  # and at which it ran backward
        self.again_until: dict[int, int] = {}  # by frame
        self.norms: list[float | str | None] = []  # by position in `backward`
        self._ahead = len(run.forward)
        self._ends: list[int] = []  # the moments of the backward pass as the engine counts them
        for node, norm in zip(run.backward, run.norms or repeat(None), strict=False):
            frame = run.held_back.get(node)
            if frame is not None and frame not in self.again_until:
                for other in run.frames[frame]:
                    self.again.append(len(self.backward))
                    self.computed[other] = self._ahead + len(self.backward)
                    self.backward.append(other)
                    self.norms.append(None)
                self.again_until[frame] = self._ahead + len(self.backward) - 1
            self.read[node] = self._ahead + len(self.backward)
            self._ends.append(self.read[node])
            self.backward.append(node)
            self.norms.append(None if norm is None else encode_number(norm))
        self.made = {node: moment for moment, node in enumerate(run.forward)}
        self._numbers = [run.numbers[node] for node in run.forward]

    def end_of(self, node: int) -> int:
        """Returns the last moment at which a node holds what it stored."""
        outlasts = self._run.outlasts.get(node)
        if node not in self.read:  # its turn never came
            return self.end_of_all()
        return self.read[node] if outlasts is None else self._ends[outlasts]

    def end_of_all(self) -> int:
        """Returns the last moment."""
        return self._ahead + len(self.backward) - 1

    def made_by(self, number: float) -> int:
        """Returns the moment of the newest operation that was made no later than a number."""
        return max(0, bisect_right(self._numbers, number) - 1)

    def end(self, extra: Extra) -> int:
        """Returns the last moment at which memory is held that no node stores."""
        if extra.frame is not None:
            return self.again_until[extra.frame]
        return self.end_of_all() if extra.until is None else self._ends[extra.until]


@dataclass
class _Piece:
    """A piece of memory while it is held.

    Attributes:
        start: The first moment.
        end: The last.
        node: The node that stored it first.
        bytes: Its size.
        of: The parameter whose memory it is.
        beside: Whether no node stores it.
        number: Its place among all.
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
    """Returns the pieces of memory, oldest first, and what was written to memory.

    It notes on each node which of the pieces it saved.
    """
    held: dict[int, list[_Piece]] = {}  # by storage
    saved_by: list[tuple[dict[str, Any], int, int]] = []
    for node in run.nodes:
        if not node.saved or (node.position not in timeline.read and run.failure is None):
            continue
        moments = timeline.computed if node.position in run.held_back else timeline.made
        if node.position not in moments:
            continue
        start, end = moments[node.position], timeline.end_of(node.position)
        for saved in node.saved:
            piece = _Piece(start, end, node.position, saved.storage_bytes, saved.of, False)
            held.setdefault(saved.storage, []).append(piece)
            entry = {"name": saved.name, "shape": list(saved.shape), "bytes": saved.bytes}
            nodes[node.position]["saved"].append(entry)
            saved_by.append((entry, saved.storage, start))
    for extra in run.extras:
        start = timeline.made_by(extra.number)
        end = timeline.end(extra)
        piece = _Piece(start, end, run.forward[start], extra.bytes, extra.of, True)
        held.setdefault(extra.storage, []).append(piece)
    joined = {storage: _joined(pieces) for storage, pieces in held.items()}
    listed = sorted(
        (piece for pieces in joined.values() for piece in pieces),
        key=lambda piece: (piece.start, piece.node),
    )
    for number, piece in enumerate(listed):
        piece.number = number
    for entry, storage, start in saved_by:
        (piece,) = [one for one in joined[storage] if one.start <= start <= one.end]
        entry["storage"] = piece.number
    writes = []
    written = set()
    for write in run.writes:
        moment = timeline.made_by(write.number)
        pieces = [] if write.storage is None else joined.get(write.storage, [])
        later = [piece for piece in pieces if piece.end >= moment]
        if later:
            written.add(later[0].number)
        writes.append(
            {"node": run.forward[moment], "version": write.version, "shape": list(write.shape)}
            | ({"storage": later[0].number} if later else {})
            | ({} if write.is_counted else {"counted": False})
        )
    for position, told_node in enumerate(nodes):
        for entry in told_node["saved"]:
            version = run.versions_saved.get((position, entry["name"]))
            if entry["storage"] in written and version is not None:
                entry["version"] = version
    told = [
        {"bytes": piece.bytes, "of": piece.of, "node": piece.node, "from": piece.start}
        | {"until": piece.end}
        | ({"beside": True} if piece.beside else {})
        for piece in listed
    ]
    return told, writes


def _joined(pieces: Iterable[_Piece]) -> list[_Piece]:
    """Returns the same stretches of time with those that overlap as one."""
    joined: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.start, piece.beside)):
        if joined and piece.start <= joined[-1].end:
            joined[-1].end = max(joined[-1].end, piece.end)
        else:
            joined.append(piece)
    return joined


def _remembered(optimizer: Any) -> int:
    """Returns the bytes of the arrays that an optimizer keeps for its parameters."""
    if optimizer is None:
        return 0
    kept = [thing for of_one in optimizer.state.values() for thing in _values(of_one)]
    return sum(_bytes(thing) for thing in kept if hasattr(thing, "nbytes"))


def _values(state: Any) -> Iterable[Any]:
    return state.values() if isinstance(state, Mapping) else ()


def _bytes(thing: Any) -> int:
    """Returns the bytes of an array or tensor, ours or another's."""
    return int(getattr(thing, "_data", thing).nbytes)

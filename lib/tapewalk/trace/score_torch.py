"""A step of PyTorch's, measured: its graph is walked, then its backward pass is watched."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.overrides import TorchFunctionMode
from torch.utils.checkpoint import GraphExecGroup

from tapewalk.graph.node import Node
from tapewalk.graph.order import oldest_first
from tapewalk.graph.reading import Storages, nodes
from tapewalk.graph.torch_graph import AccumulateGrad, TorchGraph, module_calls, raw_saved
from tapewalk.trace.places import Places
from tapewalk.trace.score_parts import Extra, Failure, Run, Write

_TORCH = f"{Path(torch.__file__).parent}/"
_RERUN = "CheckpointFunctionBackward"
# The number of the next node; what PyTorch numbers its nodes by.
_next_number: Callable[[], int] = torch.autograd._get_sequence_nr  # type: ignore[attr-defined]


def run(loss: Callable[[], Any], model: Any = None, norms: bool = False) -> Run:
    """Returns what there is to tell of one step.

    Args:
        loss: Computes the loss.
        model: A `torch.nn.Module`, or none.
        norms: Whether to tell how large the gradients are that arrive.

    Raises:
        TypeError: The function returns no tensor of PyTorch's.
        RuntimeError: Its result has no history, or is not one number.
    """
    allocator = _allocated(loss, model)
    step = _Step(model, norms)
    with (
        module_calls(model) as step.calls,
        step.lines,
        saved_tensors_hooks(step.pack, step.unpack),
    ):
        root = loss()
        if not isinstance(root, torch.Tensor):
            raise TypeError(
                f"the function to measure returned {root!r:.80} of type {type(root).__name__}, not "
                "a tensor. Usually a return is missing, or a loss_fn."
            )
        step.walk(root)
        step.go_back(root)
    return step.told(allocator)


class _Packed:
    """A tensor that is stored for backward, until PyTorch drops it.

    Attributes:
        tensor: The tensor.
        number: The number of the node that was made last.
        version: How often its memory had been written then.
    """

    def __init__(self, tensor: Any, ended: Callable[[_Packed], None]) -> None:
        self.tensor, self.number, self._ended = tensor, _next_number() - 1, ended
        self.version = _version(tensor)

    def __del__(self) -> None:
        self._ended(self)


class _OverwrittenError(Exception):
    """A node asked for a tensor that was written over. PyTorch does not look where hooks are."""


@dataclass(frozen=True)
class _Written:
    """A tensor that was written in place.

    Attributes:
        tensor: Its memory's alone: it has no history.
        version: How often the memory had been written then.
        number: The number of the node that was made last.
        is_recorded: Whether the write made a node.
    """

    tensor: torch.Tensor
    version: int
    number: int
    is_recorded: bool


def _version(tensor: Any) -> int:
    """Returns how often the memory of a tensor was written; of those of inference mode, 0."""
    return 0 if tensor.is_inference() else int(tensor._version)


class _Lines(TorchFunctionMode):
    """Notes which line called each function of PyTorch, and which nodes and writes that made.

    Attributes:
        places: The functions that called.
        written: The tensors that were written in place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.places = Places(_TORCH)
        self.made: Callable[[Any], None] = lambda result: None
        self.written: list[_Written] = []
        self._starts: list[int] = []
        self._ends: list[tuple[int, tuple[int, int] | None]] = []

    def __torch_function__(
        self, function: Any, types: Any, inputs: Any = (), settings: Any = None
    ) -> Any:
        start = _next_number()
        operands = [x for x in (*inputs, *(settings or {}).values()) if isinstance(x, torch.Tensor)]
        versions = [_version(x) for x in operands]
        result = function(*inputs, **(settings or {}))
        for operand, version in zip(operands, versions, strict=True):
            if _version(operand) > version:
                about = (_version(operand), _next_number() - 1, _next_number() > start)
                self.written.append(_Written(operand.detach(), *about))
        if _next_number() > start:
            self._starts.append(start)
            self._ends.append((_next_number(), self.places.here()))
            self.made(result)
        return result

    def of(self, number: int) -> tuple[int, int] | None:
        """Returns the place that made a node."""
        at = bisect_right(self._starts, number) - 1
        if at < 0 or number >= self._ends[at][0]:
            return None
        return self._ends[at][1]


class _Step:
    """One step: what is seen of it while it runs.

    Args:
        model: The module, or none.
        norms: Whether to note how large the gradients are that arrive.
    """

    def __init__(self, model: Any, norms: bool = False) -> None:
        self.lines = _Lines()
        self._seen = ExitStack()
        self.calls: list[tuple[int, int, str]] = []
        self._model = model
        self._keys: list[Any] = []  # the nodes of PyTorch's, at their positions
        self._nodes: list[Node] = []
        self._positions: dict[Any, int] = {}
        self._forward: list[int] = []
        self._backward: list[int] = []
        self._frames: list[list[int]] = []
        self._held_back: dict[int, int] = {}
        self._outlasts: dict[int, int] = {}
        self._extras: list[Extra] = []
        self._waiting: dict[int, Extra] = {}  # those that are stored still, by packed tensor
        self._packed: dict[int, Any] = {}
        self._is_back = False
        self._latest: Any = None  # the last result of what is computed again
        self._handles: list[Any] = []
        self._storages: Storages | None = None
        self._gradients: dict[int, int] = {}
        self._norms: list[float | None] | None = [] if norms else None
        self._saved: dict[int, tuple[int, str]] = {}  # by packed tensor its node, its name there
        self._versions: dict[tuple[int, str | None], int] = {}
        self._writes: list[Write] = []
        self._failure: Failure | None = None

    def pack(self, tensor: Any) -> _Packed:
        """Takes a tensor that is stored for backward."""
        # A result with its history would hold its node, which holds it: a circle.
        tensor = tensor.detach()
        packed = _Packed(tensor, self._dropped)
        self._packed[id(packed)] = (
            (packed.number, tensor, packed.version) if not self._is_back else None
        )
        return packed

    def unpack(self, packed: _Packed) -> Any:
        """Returns a tensor that was stored.

        Raises:
            _OverwrittenError: In the backward pass, if it was written over.
        """
        if self._is_back and _version(packed.tensor) != packed.version:
            node, name = self._saved.get(id(packed), (None, None))
            if node is not None:
                self._failure = Failure(node, name, _version(packed.tensor))
                raise _OverwrittenError
        return packed.tensor

    def _dropped(self, packed: _Packed) -> None:
        self._packed.pop(id(packed), None)
        self._saved.pop(id(packed), None)
        # Taken out: what is packed later may get the same id.
        if extra := self._waiting.pop(id(packed), None):
            extra.until = len(self._backward) - 1

    def walk(self, root: Any) -> None:
        """Reads the graph behind the loss, before its backward pass."""
        graph = TorchGraph(root, self._model, self.calls)
        self._storages = Storages(graph, graph.parameters)
        frames: dict[int, int] = {}
        seen = set[int]()
        order = self._read(graph)
        for position, key in enumerate(order):
            for saved_name, raw in raw_saved(key):
                hook, data = getattr(raw, "unpack_hook", None), raw.data
                if isinstance(data, _Packed):
                    seen.add(id(data))
                    self._saved[id(data)] = position, saved_name
                    self._versions[position, saved_name] = data.version
                elif type(data).__name__ == "_Holder":  # of torch.utils.checkpoint
                    frame = frames.setdefault(id(hook), len(frames))
                    self._held_back[position] = frame
        self._forward = [at for at, node in enumerate(self._nodes) if not node.is_leaf]
        for frame in range(len(frames)):
            inside = [at for at, of in self._held_back.items() if of == frame]
            numbers = [self._number(at) for at in inside]
            between = range(int(min(numbers)), int(max(numbers)) + 1)
            self._frames.append([at for at in self._forward if self._number(at) in between])
        for key, (number, tensor, _) in self._packed.items():
            if key not in seen:
                saved = self._storages.saved(None, tensor)
                about = (saved.storage_bytes, saved.of, saved.storage)
                self._waiting[key] = Extra(*about, number=number, until=None)
                self._extras.append(self._waiting[key])
        self._note_writes(graph)
        self._packed = dict.fromkeys(self._packed)

    def _note_writes(self, graph: TorchGraph) -> None:
        """Notes of what was written what belongs to the graph: recorded, or stored by a node."""
        assert self._storages is not None
        stored: dict[int, list[tuple[Any, int, int]]] = {}
        for number, tensor, version in self._packed.values():
            stored.setdefault(graph.memory(tensor)[0], []).append((tensor, number, version))
        numbers = {self._number(at) for at in self._forward}
        for write in self.lines.written:
            key = graph.memory(write.tensor)[0]
            before = [
                _version(tensor) > version
                for tensor, number, version in stored.get(key, ())
                if number <= write.number and version < write.version
            ]
            after = [
                version >= write.version
                for _, number, version in stored.get(key, ())
                if number > write.number
            ]
            is_counted = any(before + after) or not before + after
            is_recorded = write.is_recorded and write.number in numbers
            if is_counted and not before and not is_recorded:
                continue
            saved = self._storages.saved(None, write.tensor)
            self._writes.append(
                Write(
                    saved.storage if key in stored else None,
                    write.version,
                    write.number,
                    tuple(write.tensor.shape),
                    is_counted,
                )
            )

    def _read(self, graph: TorchGraph) -> list[Any]:
        """Adds the nodes of a graph, oldest first, and has each tell when it runs."""
        order = [
            key
            for key in oldest_first(graph.order, lambda key: isinstance(key, AccumulateGrad))
            if key not in self._positions
        ]
        first = len(self._keys)
        with GraphExecGroup():  # a checkpoint computes again once, not for each of its tensors
            found = list(nodes(graph, order, graph.parameters, storages=self._storages))
        self._positions |= {key: first + at for at, key in enumerate(order)}
        for key, node in zip(order, found, strict=True):
            node.position += first
            node.next_functions = tuple(
                [self._positions.get(receiver) for receiver in graph.order[key]]
            )
            self._handles.append(
                key.register_prehook(lambda grads, at=node.position: self._runs(at, grads))
            )
        self._keys += order
        self._nodes += found
        return order

    def _number(self, position: int) -> float:
        node = self._nodes[position]
        return float("inf") if node.is_leaf else self._keys[position]._sequence_nr()

    def _runs(self, position: int, grads: tuple[Any, ...]) -> None:
        self._backward.append(position)
        if self._norms is not None:
            self._norms.append(_norm(grads))
        if self._nodes[position].name == _RERUN:
            # It computes its part again, now with a graph, and walks back through that.
            start, is_read = _next_number(), [False]
            self._handles.append(
                self._keys[position].register_hook(lambda *_: self._ended(position))
            )
            self.lines.made = lambda result: self._await(result, start, is_read)
            self._seen.enter_context(self.lines)  # what backward() runs is otherwise hidden from it

    def _ended(self, position: int) -> None:
        self._seen.close()
        self.lines.made = lambda result: None
        self._outlasts[position] = len(self._backward) - 1

    def _await(self, result: Any, start: int, is_read: list[bool]) -> None:
        """Has the node of a result that is computed again tell when it runs, first of its graph."""
        if not isinstance(result, torch.Tensor) or result.grad_fn is None:
            return
        key: Any = result.grad_fn
        if key._sequence_nr() < start:
            return
        self._latest = result

        def first(_: Any) -> None:
            if not is_read[0]:
                is_read[0] = True
                self._enter(self._latest)
                self._latest = None

        self._handles.append(key.register_prehook(first))

    def _enter(self, root: Any) -> None:
        """Reads a graph that was made in the backward pass, as its root begins to run."""
        graph = TorchGraph(root, self._model, self.calls)
        at = len(self._keys)
        self._read(graph)
        frame = [p for p in range(at, len(self._keys)) if not self._nodes[p].is_leaf]
        self._held_back |= dict.fromkeys(frame, len(self._frames))
        self._frames.append(frame)
        self._backward.append(self._positions[root.grad_fn])
        if self._norms is not None:
            self._norms.append(None)

    def go_back(self, root: Any) -> None:
        """Runs the backward pass; the gradients of leaves are then what they were."""
        leaves = {at: node.variable for at, node in enumerate(self._nodes) if node.is_leaf}
        leaves |= {-1 - at: tensor for at, tensor in enumerate(_parameters(self._model))}
        before = {id(leaf): (leaf, leaf.grad) for leaf in leaves.values()}
        for leaf in leaves.values():
            leaf.grad = None
        self._is_back = True
        try:
            with suppress(_OverwrittenError):
                root.backward()
            for at, node in enumerate(self._nodes):
                if node.is_leaf and id(node.variable) in before and node.variable.grad is not None:
                    self._gradients[at] = node.variable.grad.nbytes
        finally:
            for handle in self._handles:
                handle.remove()
            for leaf, gradient in before.values():
                leaf.grad = gradient

    def told(self, allocator: dict[str, int] | None) -> Run:
        """Returns the run."""
        numbers = [self._number(at) for at in range(len(self._nodes))]
        return Run(
            engine="torch",
            versions={"torch": str(torch.__version__)},
            nodes=self._nodes,
            numbers=numbers,
            forward=self._forward,
            backward=self._backward,
            frames=self._frames,
            held_back=self._held_back,
            outlasts=self._outlasts,
            extras=self._extras,
            places={
                at: self.lines.of(int(number))
                for at, number in enumerate(numbers)
                if number != float("inf")
            },
            source=self.lines.places.told(),
            gradients=self._gradients,
            allocator=allocator,
            norms=self._norms,
            writes=self._writes,
            versions_saved=self._versions,
            failure=self._failure,
        )


def _norm(grads: tuple[Any, ...]) -> float:
    """Returns the norm of the gradients that arrive at a node, all of them together."""
    given = [grad.detach() for grad in grads if grad is not None]
    given = [grad.coalesce().values() if grad.is_sparse else grad for grad in given]
    return math.hypot(*(float(grad.abs().double().norm()) for grad in given))


def _parameters(model: Any) -> Iterator[Any]:
    return iter(()) if model is None else model.parameters()


def _allocated(loss: Callable[[], Any], model: Any) -> dict[str, int] | None:
    """Returns what the allocator of a graphics card gives out in a step that nobody watches."""
    device = next((p.device for p in _parameters(model)), None)
    if device is None or device.type != "cuda":
        return None
    with _gradients_aside(model):
        torch.cuda.synchronize(device)
        torch.cuda.reset_peak_memory_stats(device)
        told = {"before": torch.cuda.memory_allocated(device)}
        root = loss()
        told["forward"] = torch.cuda.memory_allocated(device)
        root.backward()
        torch.cuda.synchronize(device)
        told["peak"] = torch.cuda.max_memory_allocated(device)
    return told


@contextmanager
def _gradients_aside(model: Any) -> Iterator[None]:
    """Lets the parameters have no gradients in this block, and their own after it."""
    before = [(leaf, leaf.grad) for leaf in _parameters(model)]
    for leaf, _ in before:
        leaf.grad = None
    try:
        yield
    finally:
        for leaf, gradient in before:
            leaf.grad = gradient

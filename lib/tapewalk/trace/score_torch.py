"""The measurement of a PyTorch step: a walk through its graph, then its backward pass."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.autograd.profiler import profile
from torch.utils.checkpoint import GraphExecGroup

from tapewalk.graph.node import Node
from tapewalk.graph.reading import Storages, nodes, oldest_first
from tapewalk.graph.recording import FunctionCall, Listening, Recorder, next_number, tensors_in
from tapewalk.graph.torch_graph import TorchGraph, raw_saved
from tapewalk.trace.costs import (
    Seconds,
    beside,
    moved_backward,
    moved_forward,
    nbytes,
    seconds_of,
)
from tapewalk.trace.places import Places
from tapewalk.trace.score_parts import Cost, Extra, Failure, Run, Write

_TORCH = f"{Path(torch.__file__).parent}/"
_RERUN = "CheckpointFunctionBackward"


def run(loss: Callable[[], Any], model: Any = None, norms: bool = False, time: bool = False) -> Run:
    """Return the measurements of one step.

    Args:
        loss: Computes the loss.
        model: A `torch.nn.Module`, or `None`.
        norms: Whether to measure the norms of incoming gradients.
        time: Whether to measure the seconds that the nodes take.

    Raises:
        TypeError: The function does not return a PyTorch tensor.
        RuntimeError: Its result has no history, or is not one number.
    """
    allocator = _allocated(loss, model)
    step = _Step(model, norms)
    profiler = profile(enabled=time, use_device="cuda" if allocator else None)
    with profiler, step.recorder, saved_tensors_hooks(step.pack, step.unpack):
        root = loss()
        if not isinstance(root, torch.Tensor):
            raise TypeError(
                f"the function to measure returned {root!r:.80} of type {type(root).__name__}, not "
                "a tensor. Usually a return is missing, or a loss_fn."
            )
        step.walk(root)
        step.go_back(root)
    return step.result(allocator, seconds_of(profiler.function_events) if time else None)


class _Packed:
    """A tensor that is saved for backward, until PyTorch drops it.

    Attributes:
        tensor: The tensor.
        number: The number of the newest node at that time.
        version: The version of its memory at that time.
    """

    def __init__(self, tensor: Any, ended: Callable[[_Packed], None]) -> None:
        self.tensor, self.number, self._ended = tensor, next_number() - 1, ended
        self.version = _version(tensor)

    def __del__(self) -> None:
        self._ended(self)


class _OverwrittenError(Exception):
    """A node needs a tensor that was overwritten. PyTorch does not check this with hooks."""


@dataclass(frozen=True)
class _Written:
    """A tensor that was written in place.

    Attributes:
        tensor: The tensor without its history.
        version: The version of its memory after the write.
        number: The number of the newest node after the write.
        is_recorded: Whether the write made a node.
    """

    tensor: torch.Tensor
    version: int
    number: int
    is_recorded: bool


def _version(tensor: Any) -> int:
    """Return the version of a tensor's memory, 0 in inference mode."""
    return 0 if tensor.is_inference() else int(tensor._version)


class _Lines:
    """The lines that called PyTorch's functions, with the nodes and writes that they made.

    Attributes:
        places: The functions of these lines.
        made: Called with the result of each function that makes a node.
        written: The tensors that were written in place.
        read: For each call the numbers of its first node and of the one after its last, and the
            bytes of its operands without history.
    """

    def __init__(self) -> None:
        self.places = Places(_TORCH)
        self.read: list[tuple[int, int, int]] = []
        self.made: Callable[[Any], None] = lambda result: None
        self.written: list[_Written] = []
        self._starts: list[int] = []
        self._ends: list[tuple[int, tuple[int, int] | None]] = []

    def listen(self, call: FunctionCall) -> Listening:
        """Note the lines, nodes and writes of a call."""
        arguments = (*call.inputs, *call.settings.values())
        operands = [x for x in tensors_in(arguments) if x.layout == torch.strided]
        size = nbytes(x for x in operands if not x.requires_grad)
        versions = [_version(x) for x in operands]
        result = yield
        end = next_number()
        for operand, version in zip(operands, versions, strict=True):
            if _version(operand) > version:
                about = (_version(operand), end - 1, end > call.first)
                self.written.append(_Written(operand.detach(), *about))
        # A backward pass contains the calls that it computes again, which have their own lines.
        if end > call.first and call.first > (self._starts or [-1])[-1]:
            self._starts.append(call.first)
            self._ends.append((end, self.places.here()))
            self.read.append((call.first, end, size))
            self.made(result)

    def of(self, number: int) -> tuple[int, int] | None:
        """Return the function and line that made a node."""
        at = bisect_right(self._starts, number) - 1
        if at < 0 or number >= self._ends[at][0]:
            return None
        return self._ends[at][1]


class _Step:
    """The measurements of one step while it runs.

    Args:
        model: The module, or `None`.
        norms: Whether to measure the norms of incoming gradients.
    """

    def __init__(self, model: Any, norms: bool = False) -> None:
        self.lines = _Lines()
        self.recorder = Recorder(model, self.lines.listen)
        self._seen = ExitStack()
        self._model = model
        self._parameters = list(_parameters(model))  # of FSDP2 the shared ones, which get gradients
        self.run = Run("torch", {"torch": str(torch.__version__)}, norms=[] if norms else None)
        self._keys: list[Any] = []  # PyTorch's nodes, at their positions
        self._positions: dict[Any, int] = {}
        self._waiting: dict[int, Extra] = {}  # those still saved, by packed tensor
        self._packed: dict[int, Any] = {}
        self._is_back = False
        self._latest: Any = None  # the last recomputed result
        self._handles: list[Any] = []
        self._storages: Storages | None = None
        self._saved: dict[int, tuple[int, str]] = {}  # node and name, by packed tensor

    def pack(self, tensor: Any) -> _Packed:
        """Return the wrapper of a tensor that is saved for backward."""
        # A result with its history would keep its node alive, which keeps the result: a cycle.
        tensor = tensor.detach()
        packed = _Packed(tensor, self._dropped)
        self._packed[id(packed)] = (
            (packed.number, tensor, packed.version) if not self._is_back else None
        )
        return packed

    def unpack(self, packed: _Packed) -> Any:
        """Return a tensor that was saved.

        Raises:
            _OverwrittenError: It was overwritten, and the backward pass needs it.
        """
        if self._is_back and _version(packed.tensor) != packed.version:
            node, name = self._saved.get(id(packed), (None, None))
            if node is not None:
                self.run.failure = Failure(node, name, _version(packed.tensor))
                raise _OverwrittenError
        return packed.tensor

    def _dropped(self, packed: _Packed) -> None:
        self._packed.pop(id(packed), None)
        self._saved.pop(id(packed), None)
        # Removed, because a later packed tensor may get the same id.
        if extra := self._waiting.pop(id(packed), None):
            extra.until = len(self.run.backward) - 1

    def walk(self, root: Any) -> None:
        """Read the graph of the loss, before its backward pass."""
        graph = TorchGraph(root, self._model, self.recorder.calls)
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
                    self.run.versions_saved[position, saved_name] = data.version
                elif type(data).__name__ == "_Holder":  # of torch.utils.checkpoint
                    frame = frames.setdefault(id(hook), len(frames))
                    self.run.held_back[position] = frame
        self.run.forward = [at for at, node in enumerate(self.run.nodes) if not node.is_leaf]
        for frame in range(len(frames)):
            inside = [at for at, of in self.run.held_back.items() if of == frame]
            numbers = [self._number(at) for at in inside]
            between = range(int(min(numbers)), int(max(numbers)) + 1)
            self.run.frames.append([at for at in self.run.forward if self._number(at) in between])
        for key, (number, tensor, _) in self._packed.items():
            if key not in seen:
                saved = self._storages.saved(None, tensor)
                about = (saved.storage_bytes, saved.of, saved.storage)
                self._waiting[key] = Extra(*about, number=number, until=None)
                self.run.extras.append(self._waiting[key])
        self._note_writes(graph)
        self._packed = dict.fromkeys(self._packed)

    def _note_writes(self, graph: TorchGraph) -> None:
        """Keep the writes that belong to the graph: recorded ones, and those to saved memory."""
        assert self._storages is not None
        stored: dict[int, list[tuple[Any, int, int]]] = {}
        for number, tensor, version in self._packed.values():
            stored.setdefault(graph.memory(tensor)[0], []).append((tensor, number, version))
        numbers = {self._number(at) for at in self.run.forward}
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
            self.run.writes.append(
                Write(
                    saved.storage if key in stored else None,
                    write.version,
                    write.number,
                    tuple(write.tensor.shape),
                    is_counted,
                )
            )

    def _read(self, graph: TorchGraph) -> list[Any]:
        """Add the nodes of a graph, oldest first, each with a hook for when it runs."""
        order = [key for key in oldest_first(graph) if key not in self._positions]
        first = len(self._keys)
        with GraphExecGroup():  # a checkpoint recomputes once, not for each of its tensors
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
            if not node.is_leaf:
                ran = partial(self._ran, node)
                self._handles.append(key.register_hook(ran))
        self._keys += order
        self.run.nodes += found
        return order

    def _number(self, position: int) -> float:
        node = self.run.nodes[position]
        return float("inf") if node.is_leaf else self._keys[position]._sequence_nr()

    def _runs(self, position: int, grads: tuple[Any, ...]) -> None:
        self.run.backward.append(position)
        self.run.read.append(Cost())
        if self.run.norms is not None:
            self.run.norms.append(_norm(grads))
        if self.run.nodes[position].name == _RERUN:
            # It recomputes its part, now with a graph, and runs the backward pass of that graph.
            start, is_read = next_number(), [False]
            self._handles.append(
                self._keys[position].register_hook(lambda *_: self._ended(position))
            )
            self.lines.made = lambda result: self._await(result, start, is_read)
            self._seen.enter_context(
                self.recorder.functions
            )  # what backward() runs is otherwise hidden from it

    def _ran(self, node: Node, returned: tuple[Any, ...], received: tuple[Any, ...]) -> None:
        # A checkpoint runs other nodes in between.
        latest_first = reversed(range(len(self.run.backward)))
        at = next(at for at in latest_first if self.run.backward[at] == node.position)
        self.run.read[at].bytes = moved_backward(node, received, returned)

    def _ended(self, position: int) -> None:
        self._seen.close()
        self.lines.made = lambda result: None
        self.run.outlasts[position] = len(self.run.backward) - 1

    def _await(self, result: Any, start: int, is_read: list[bool]) -> None:
        """Read the recomputed graph when its first node runs, which may be the node of `result`."""
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
        """Read a graph that was made in the backward pass, when its root begins to run."""
        graph = TorchGraph(root, self._model, self.recorder.calls)
        at = len(self._keys)
        self._read(graph)
        frame = [p for p in range(at, len(self._keys)) if not self.run.nodes[p].is_leaf]
        self.run.held_back |= dict.fromkeys(frame, len(self.run.frames))
        self.run.frames.append(frame)
        self.run.backward.append(self._positions[root.grad_fn])
        self.run.read.append(Cost())
        if self.run.norms is not None:
            self.run.norms.append(None)

    def go_back(self, root: Any) -> None:
        """Run the backward pass, then restore the gradients of the leaves."""
        leaves = {node.variable for node in self.run.nodes if node.is_leaf}
        leaves |= {*self._parameters, *_parameters(self._model)}
        self._is_back = True
        try:
            with _gradients_aside(leaves):
                with suppress(_OverwrittenError):
                    root.backward()
                for at, node in enumerate(self.run.nodes):
                    # A reentrant checkpoint has leaves of its own.
                    if node.is_leaf and node.variable in leaves and node.variable.grad is not None:
                        self.run.gradients[at] = node.variable.grad.nbytes
        finally:
            for handle in self._handles:
                handle.remove()

    def result(self, allocator: dict[str, int] | None, seconds: Seconds | None) -> Run:
        """Return the measurements."""
        run = self.run
        run.numbers = [self._number(at) for at in range(len(run.nodes))]
        unrecorded = beside(run.nodes, run.numbers, self.lines.read)
        run.made = dict(enumerate(map(Cost, moved_forward(run.nodes, unrecorded))))
        run.again = {at: Cost(run.made[at].bytes) for frame in run.frames for at in frame}
        operations = [at for at, node in enumerate(run.nodes) if not node.is_leaf]
        run.places = {at: self.lines.of(int(run.numbers[at])) for at in operations}
        run.source = self.lines.places.listed()
        run.allocator = allocator
        if seconds is not None:
            run.is_timed = True
            self._time(seconds)
        return run

    def _time(self, seconds: Seconds) -> None:
        """Add the seconds to the costs."""
        for at, cost in (*self.run.made.items(), *self.run.again.items()):
            cost.seconds = seconds.made.get(self._number(at), 0.0)
        for cost, own in zip(self.run.read, seconds.backward, strict=False):
            cost.seconds = own
        for at, numbers in seconds.again.items():
            frame = self.run.held_back.get(self.run.backward[at])
            if frame is not None:  # else the nodes that it made are in the graph themselves
                inside = self.run.frames[frame]
                offset = seconds.offset(numbers, int(self._number(inside[0])))
                for position in inside:
                    number = self._number(position) + offset
                    self.run.again[position].seconds = seconds.made.get(number, 0.0)


def _norm(grads: tuple[Any, ...]) -> float:
    """Return the norm of all incoming gradients of a node together."""
    given = [grad.detach() for grad in grads if grad is not None]
    given = [grad.coalesce().values() if grad.is_sparse else grad for grad in given]
    return math.hypot(*(float(grad.abs().double().norm()) for grad in given))


def _parameters(model: Any) -> Iterator[Any]:
    return iter(()) if model is None else model.parameters()


def _allocated(loss: Callable[[], Any], model: Any) -> dict[str, int] | None:
    """Return the bytes that a graphics card allocates in a step without hooks."""
    device = next((p.device for p in _parameters(model)), None)
    if device is None or device.type != "cuda":
        return None
    with _gradients_aside(_parameters(model)):
        torch.cuda.synchronize(device)
        torch.cuda.reset_peak_memory_stats(device)
        allocated = {"before": torch.cuda.memory_allocated(device)}
        root = loss()
        allocated["forward"] = torch.cuda.memory_allocated(device)
        root.backward()
        torch.cuda.synchronize(device)
        allocated["peak"] = torch.cuda.max_memory_allocated(device)
    return allocated


@contextmanager
def _gradients_aside(leaves: Iterable[Any]) -> Iterator[None]:
    """Take the gradients off leaves in this block, and restore them after it."""
    before = [(leaf, leaf.grad) for leaf in leaves]
    for leaf, _ in before:
        leaf.grad = None
    try:
        yield
    finally:
        for leaf, gradient in before:
            leaf.grad = gradient

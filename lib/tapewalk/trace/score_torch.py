"""A step of PyTorch's, measured: its graph is walked, then its backward pass is watched."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
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
from tapewalk.trace.score_parts import Extra, Run

_TORCH = f"{Path(torch.__file__).parent}/"
_RERUN = "CheckpointFunctionBackward"
# The number of the next node; what PyTorch numbers its nodes by.
_next_number: Callable[[], int] = torch.autograd._get_sequence_nr  # type: ignore[attr-defined]


def run(loss: Callable[[], Any], model: Any = None) -> Run:
    """Returns what there is to tell of one step.

    Args:
        loss: Computes the loss.
        model: A `torch.nn.Module`, or none.

    Raises:
        TypeError: The function returns no tensor of PyTorch's.
        RuntimeError: Its result has no history, or is not one number.
    """
    allocator = _allocated(loss, model)
    step = _Step(model)
    with (
        module_calls(model) as step.calls,
        step.lines,
        saved_tensors_hooks(step.pack, _Packed.unpack),
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
    """

    def __init__(self, tensor: Any, ended: Callable[[_Packed], None]) -> None:
        self.tensor, self.number, self._ended = tensor, _next_number() - 1, ended

    def unpack(self) -> Any:
        """Returns the tensor."""
        return self.tensor

    def __del__(self) -> None:
        self._ended(self)


class _Lines(TorchFunctionMode):
    """Notes which line called each function of PyTorch, and which nodes that made.

    Attributes:
        places: The functions that called.
    """

    def __init__(self) -> None:
        super().__init__()
        self.places = Places(_TORCH)
        self.made: Callable[[Any], None] = lambda result: None
        self._starts: list[int] = []
        self._ends: list[tuple[int, tuple[int, int] | None]] = []

    def __torch_function__(
        self, function: Any, types: Any, inputs: Any = (), settings: Any = None
    ) -> Any:
        start = _next_number()
        result = function(*inputs, **(settings or {}))
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
    """

    def __init__(self, model: Any) -> None:
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
        self._extras: list[tuple[int, Extra]] = []
        self._packed: dict[int, Any] = {}
        self._is_back = False
        self._latest: Any = None  # the last result of what is computed again
        self._handles: list[Any] = []
        self._storages: Storages | None = None
        self._gradients: dict[int, int] = {}

    def pack(self, tensor: Any) -> _Packed:
        """Takes a tensor that is stored for backward."""
        packed = _Packed(tensor, self._dropped)
        self._packed[id(packed)] = (packed.number, tensor) if not self._is_back else None
        return packed

    def _dropped(self, packed: _Packed) -> None:
        self._packed.pop(id(packed), None)
        for key, extra in self._extras:
            if key == id(packed):
                extra.until = len(self._backward) - 1

    def walk(self, root: Any) -> None:
        """Reads the graph behind the loss, before its backward pass."""
        graph = TorchGraph(root, self._model, self.calls)
        self._storages = Storages(graph, graph.parameters)
        frames: dict[int, int] = {}
        seen = set[int]()
        order = self._read(graph)
        for position, key in enumerate(order):
            for _, raw in raw_saved(key):
                hook, data = getattr(raw, "unpack_hook", None), raw.data
                if isinstance(data, _Packed):
                    seen.add(id(data))
                elif type(data).__name__ == "_Holder":  # of torch.utils.checkpoint
                    frame = frames.setdefault(id(hook), len(frames))
                    self._held_back[position] = frame
        self._forward = [at for at, node in enumerate(self._nodes) if not node.is_leaf]
        for frame in range(len(frames)):
            inside = [at for at, of in self._held_back.items() if of == frame]
            numbers = [self._number(at) for at in inside]
            between = range(int(min(numbers)), int(max(numbers)) + 1)
            self._frames.append([at for at in self._forward if self._number(at) in between])
        for key, (number, tensor) in self._packed.items():
            if key not in seen:
                saved = self._storages.saved(None, tensor)
                about = (saved.storage_bytes, saved.of, saved.storage)
                self._extras.append((key, Extra(*about, number=number, until=None)))
        self._packed = dict.fromkeys(self._packed)

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
            self._handles.append(key.register_prehook(lambda _, at=node.position: self._runs(at)))
        self._keys += order
        self._nodes += found
        return order

    def _number(self, position: int) -> float:
        node = self._nodes[position]
        return float("inf") if node.is_leaf else self._keys[position]._sequence_nr()

    def _runs(self, position: int) -> None:
        self._backward.append(position)
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

    def go_back(self, root: Any) -> None:
        """Runs the backward pass; the gradients of leaves are then what they were."""
        leaves = {at: node.variable for at, node in enumerate(self._nodes) if node.is_leaf}
        leaves |= {-1 - at: tensor for at, tensor in enumerate(_parameters(self._model))}
        before = {id(leaf): (leaf, leaf.grad) for leaf in leaves.values()}
        for leaf in leaves.values():
            leaf.grad = None
        self._is_back = True
        try:
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
            extras=[extra for _, extra in self._extras],
            places={
                at: self.lines.of(int(number))
                for at, number in enumerate(numbers)
                if number != float("inf")
            },
            source=self.lines.places.told(),
            gradients=self._gradients,
            allocator=allocator,
        )


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

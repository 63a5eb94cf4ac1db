"""The graph of a loss as `inspect` reads it: its nodes, and the calls that made it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from tapewalk.engine.errors import FreedError
from tapewalk.graph.node import Node
from tapewalk.graph.reading import engines, nodes
from tapewalk.graph.walking import graph_of
from tapewalk.inspect.parameters import BROKEN, CHECKPOINT, NO_GRAD, UNRECORDED


class LossGraph:
    """The graph of a loss, read once.

    Args:
        loss: A tensor of ours or of PyTorch, or a function that computes it.
        model: A module of ours or of PyTorch.
        records: Whether to record the calls of PyTorch's functions.

    Attributes:
        model: The model.
        root: The loss.
        is_own: Whether it was computed for the report, so that nobody else has its graph.
        engine: "torch" or "tapewalk".
        nodes: Its nodes. They keep the leaves alive, and no other part of the graph.
        custom: Positions of the nodes of custom functions.
        results: For each node and each of its operands, which result of the node before it the
            operand is; empty for our engine, whose nodes have one result.
        freed: Whether a backward pass has freed saved tensors.
        unreadable: Names of nodes whose saved tensors were overwritten.
        numbers: PyTorch's number of each node, empty for our engine.
        older: How many operations were made before the loss was computed.
        recorded: The calls of PyTorch's functions meanwhile, or `None`.

    Raises:
        TypeError: `loss` is, or returns, something without a graph.
        RuntimeError: It has no history.
    """

    def __init__(self, loss: object, model: object, records: bool) -> None:
        self.model, self._records = model, records
        self._calls: list[Any] | None = None
        self._operands: set[int] | None = None
        self.recorded: Any = None
        self.root: Any
        self.is_own = callable(loss)
        self.root, calls = self._called(loss) if callable(loss) else (loss, ())
        graph = graph_of(self.root, model, calls)
        if graph is None:
            raise TypeError(
                "inspect() reads the graph behind a tensor, got "
                f"{self.root!r:.80} of type {type(self.root).__name__}. Usually a return is "
                "missing, or a number was taken out with item()."
            )
        self.engine = "torch" if "torch" in engines(self.root) else "tapewalk"
        self._order = graph.order
        self.freed, self.unreadable = False, set[str]()
        once: AbstractContextManager[object] = nullcontext()
        if self.engine == "torch":  # a checkpoint runs once, not for each tensor read from it
            from torch.utils.checkpoint import GraphExecGroup

            once = GraphExecGroup()
        with once:
            self.nodes: list[Node] = list(
                nodes(graph, graph.order, graph.parameters, self._note_unreadable)
            )
        is_custom = _is_custom_torch if self.engine == "torch" else _is_custom_ours
        self.custom = frozenset(at for at, node in enumerate(graph.order) if is_custom(node))
        self.numbers: list[int] = []
        self.results: list[tuple[int, ...]] = []
        if self.engine == "torch":
            self.numbers = [int(node._sequence_nr()) for node in graph.order]
            self.results = [tuple([nr for _, nr in n.next_functions]) for n in graph.order]
        self.older = 0
        if self.recorded is not None:
            first = self.recorded.first_number
            inner = [node for node in graph.order if graph.leaf(node) is None]
            self.older = sum(node._sequence_nr() < first for node in inner)

    def position(self, node: Any) -> int:
        """Return the position of one of the engine's nodes."""
        return list(self._order).index(node)

    def _note_unreadable(self, name: str, error: RuntimeError) -> None:
        if isinstance(error, FreedError):
            self.freed = True
        else:
            self.unreadable.add(name)

    def _called(self, loss: Any) -> tuple[Any, Sequence[tuple[int, int, str]]]:
        """Return a function's result and the calls of modules, and note what both engines show."""
        if "torch" in engines(self.model):
            from tapewalk.graph.recording import Recorder
            from tapewalk.inspect.operations import Recorded, has_compiled_part
            from tapewalk.inspect.torch_calls import note_call

            self._calls = []
            if self._records and not has_compiled_part(self.model):
                self.recorded = Recorded()
            on_function = None if self.recorded is None else self.recorded.listen
            with Recorder(self.model, on_function, partial(note_call, self._calls)) as recorder:
                return loss(), recorder.calls
        if self.model is None:
            return loss(), ()
        from tapewalk.engine.observing import observing

        self._operands = operands = set[int]()
        with observing(lambda _, given, __: operands.update(map(id, given))):
            return loss(), ()

    def reasons(self, named: Any) -> dict[str, tuple[str, str | None]]:
        """Return why parameters have no path to the loss, as far as the calls show."""
        reached = {id(node.variable) for node in self.nodes if node.is_leaf}
        missing = {
            name: tensor
            for name, (tensor, _) in named.items()
            if tensor.requires_grad and id(tensor) not in reached
        }
        if self._operands is not None:
            return {
                name: (BROKEN if id(tensor) in self._operands else UNRECORDED, None)
                for name, tensor in missing.items()
            }
        if not missing or self._calls is None:
            return {}
        from tapewalk.inspect.torch_calls import where_paths_end

        ends = where_paths_end(missing, self._calls)
        if any(node.name == "CheckpointFunctionBackward" for node in self.nodes):
            # A reentrant checkpoint records its part in the backward pass only.
            hidden = {name for name, (status, _) in ends.items() if status == NO_GRAD}
            ends |= {name: (CHECKPOINT, ends[name][1]) for name in hidden}
        return ends


def _is_custom_torch(node: Any) -> bool:
    import torch

    return isinstance(node, torch.autograd.function.BackwardCFunction) or "CppNode" in node.name()


def _is_custom_ours(node: object) -> bool:
    return not getattr(node, "builtin", True)

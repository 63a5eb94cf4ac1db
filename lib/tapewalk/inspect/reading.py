"""Reading what there is to inspect: the graph of a loss, its calls, what of it is gone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from tapewalk.engine.errors import FreedError
from tapewalk.graph.node import Node
from tapewalk.graph.reading import Graph, engines, nodes
from tapewalk.inspect.parameters import BROKEN, CHECKPOINT, NO_GRAD, UNRECORDED


class Reading:
    """The graph behind a loss, read once.

    Args:
        loss: A tensor of ours or of PyTorch, or a function that computes it.
        model: A module of ours or of PyTorch.
        watches: Whether the calls of PyTorch's functions are noted.

    Attributes:
        root: The loss.
        engine: "torch" or "tapewalk".
        nodes: Its nodes. They hold the leaves, no other part of the graph.
        custom: Positions of the nodes of functions that a user wrote.
        results: For each node, and each of its operands, which of the operand's results it is;
            empty for our engine, whose nodes have one.
        freed: Whether a backward pass has freed what nodes had saved.
        unreadable: Names of nodes whose saved values were overwritten.
        numbers: PyTorch's number of each node, empty for our engine.
        older: How many of the nodes, leaves aside, were made before the loss was computed.
        watched: The calls of PyTorch's functions meanwhile, `None` where they were not watched.

    Raises:
        TypeError: `loss` is, or returns, nothing whose graph has nodes.
        RuntimeError: It has no history.
    """

    def __init__(self, loss: object, model: object = None, watches: bool = False) -> None:
        self._model, self._watches = model, watches
        self._calls: list[Any] | None = None  # `None`: nobody watched
        self._operands: set[int] | None = None
        self.watched: Any = None
        numbers: list[tuple[int, int, str]] = []
        if callable(loss):
            self.root, numbers = self._watched(loss)
        else:
            self.root = loss
        graph = self._graph(numbers)
        self._order = graph.order
        self.freed, self.unreadable = False, set[str]()
        self.nodes: list[Node] = list(
            nodes(graph, graph.order, graph.parameters, self._note_unreadable)
        )
        is_custom = _is_custom_torch if self.engine == "torch" else _is_custom_ours
        self.custom = frozenset(at for at, node in enumerate(graph.order) if is_custom(node))
        self.numbers: list[int] = (
            [int(node._sequence_nr()) for node in graph.order] if self.engine == "torch" else []
        )
        self.older = 0
        if self.watched is not None:
            first = self.watched.first_number
            inner = [node for node in graph.order if graph.leaf(node) is None]
            self.older = sum(node._sequence_nr() < first for node in inner)
        self.results: list[tuple[int, ...]] = (
            [tuple([nr for _, nr in node.next_functions]) for node in graph.order]
            if self.engine == "torch"
            else []
        )

    def position(self, node: Any) -> int:
        """Returns the position of one of the engine's nodes."""
        return list(self._order).index(node)

    def _note_unreadable(self, name: str, error: RuntimeError) -> None:
        if isinstance(error, FreedError):
            self.freed = True
        else:
            self.unreadable.add(name)

    def _watched(self, loss: Any) -> tuple[Any, list[tuple[int, int, str]]]:
        """Calls a function; notes what the modules of the model get and give meanwhile."""
        numbers: list[tuple[int, int, str]] = []
        with ExitStack() as stack:
            if "torch" in engines(self._model):
                from tapewalk.graph.torch_graph import module_calls
                from tapewalk.inspect.torch_calls import noted_calls

                if self._watches:
                    from tapewalk.inspect.torch_watch import watching as watching_torch

                    self.watched = stack.enter_context(watching_torch(self._model))
                self._calls = stack.enter_context(noted_calls(self._model))
                numbers = stack.enter_context(module_calls(self._model))
            elif self._model is not None:
                from tapewalk.engine.watching import watching

                self._operands = operands = set[int]()
                stack.enter_context(watching(lambda _, given, __: operands.update(map(id, given))))
            return loss(), numbers

    def _graph(self, numbers: Sequence[tuple[int, int, str]]) -> Graph:
        if hasattr(self.root, "grad_fn"):
            if "torch" in engines(self.root):
                from tapewalk.graph.torch_graph import TorchGraph

                self.engine = "torch"
                return TorchGraph(self.root, self._model, numbers)
            if "tapewalk" in engines(self.root):
                from tapewalk.graph.tensor_graph import TensorGraph

                self.engine = "tapewalk"
                return TensorGraph(self.root, self._model)
        raise TypeError(
            "inspect() reads the graph behind a tensor, got "
            f"{self.root!r:.80} of type {type(self.root).__name__}. Usually a return is missing, "
            "or a number was taken out with item()."
        )

    def reasons(self, named: Any) -> dict[str, tuple[str, str | None]]:
        """Returns why parameters have no path to the loss, as far as the calls tell.

        Args:
            named: What `names_of` returned.
        """
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
            # It runs its part without recording, and records it in the backward pass.
            hidden = {name for name, (status, _) in ends.items() if status == NO_GRAD}
            ends |= {name: (CHECKPOINT, ends[name][1]) for name in hidden}
        return ends


def _is_custom_torch(node: Any) -> bool:
    import torch

    return isinstance(node, torch.autograd.function.BackwardCFunction) or "CppNode" in node.name()


def _is_custom_ours(node: object) -> bool:
    return not getattr(node, "builtin", True)

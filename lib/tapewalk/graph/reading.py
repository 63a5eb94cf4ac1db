"""How a graph is read: what an engine provides, and the nodes made from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from tapewalk.graph.groups import group_name
from tapewalk.graph.node import Node, Saved


class Graph(Protocol):
    """A graph as an engine provides it, node by node.

    Attributes:
        order: The nodes that each node sends to, in the order in which the engine runs them.
        parameters: Names of the model's parameters, by tensor.
    """

    order: dict[Any, Sequence[Any]]
    parameters: dict[Any, str]

    def leaf(self, node: Any) -> Any:
        """Return the tensor of a leaf, `None` for an operation."""

    def name(self, node: Any) -> str:
        """Return the name of a node."""

    def form(self, node: Any) -> tuple[tuple[int, ...], str]:
        """Return shape and number type of an operation's result."""

    def saved(self, node: Any) -> Iterable[tuple[str | None, Any]]:
        """Return name and array of each thing that an operation saved."""

    def memory(self, array: Any) -> tuple[int, int, int]:
        """Return the identity of an array's memory, the bytes of that memory and of the array.

        The identity is valid while the memory lives.
        """

    def group(self, node: Any) -> str | None:
        """Return the part of the model that made an operation."""


def engines(thing: Any) -> set[str]:
    """Return the packages that the classes of a tensor or model come from."""
    return {base.__module__.partition(".")[0] for base in type(thing).__mro__}


def has_values(tensor: Any) -> bool:
    """Return whether the entries of a tensor can be read.

    Those of PyTorch's tensors on the device "meta", of fake ones and inside a `vmap` can't.
    """
    if not hasattr(tensor, "is_meta"):
        return True
    import torch
    from torch._subclasses.fake_tensor import FakeTensor

    is_batched = torch._C._functorch.is_functorch_wrapped_tensor
    return not (tensor.is_meta or isinstance(tensor, FakeTensor) or is_batched(tensor))


def parameters_of(model: Any) -> dict[Any, str]:
    """Return the name of each parameter of a model, if there is one."""
    return {} if model is None else {tensor: name for name, tensor in model.named_parameters()}


def optimizers_in(given: Any) -> list[Any]:
    """Return the optimizers that a caller gave: none, one, or several in a list, tuple or dict.

    An optimizer that is wrapped, as by Accelerate, is taken out: only its own hooks are called.
    """
    if given is None:
        return []
    if isinstance(given, Mapping):
        given = list(given.values())
    optimizers = []
    for one in given if isinstance(given, (list, tuple)) else [given]:
        while not hasattr(one, "_optimizer_step_pre_hooks") and hasattr(one, "optimizer"):
            one = one.optimizer
        optimizers.append(one)
    return optimizers


@cache  # NumPy is slow at this
def dtype_name(dtype: Any) -> str:
    """Return the name of a number type, NumPy's or PyTorch's, "float32" for instance."""
    return str(dtype).removeprefix("torch.")


def oldest_first(graph: Graph) -> list[Any]:
    """Return the nodes of a graph in forward order, a leaf just before its first use."""
    forward: list[Any] = []
    leaves: deque[Any] = deque()
    for node in reversed(graph.order):
        if graph.leaf(node) is not None:
            leaves.appendleft(node)
        else:  # its leaves are in the order of its operands
            forward += [*leaves, node]
            leaves.clear()
    return [*forward, *leaves]


def nodes(
    graph: Graph,
    order: Iterable[Any],
    names: Mapping[Any, str],
    unreadable: Callable[[str, RuntimeError], None] | None = None,
    storages: Storages | None = None,
) -> Iterator[Node]:
    """Yield the nodes of a graph.

    Args:
        graph: The graph.
        order: Its nodes, in the order in which they are yielded.
        names: Names by leaf tensor or node.
        unreadable: Called with the name of a node whose saved tensors can't be read, and the
            error, which is then not raised. The tensors read before it count.
        storages: The pieces of memory met so far.
    """
    positions = {node: position for position, node in enumerate(order)}
    storages = storages or Storages(graph, names)
    for node, position in positions.items():
        leaf, name, saved = graph.leaf(node), graph.name(node), list[Saved]()
        if leaf is None:
            shape, dtype = graph.form(node)
            label, group = names.get(node), graph.group(node)
            try:
                for own_name, array in graph.saved(node):
                    saved.append(storages.saved(own_name, array))
            except RuntimeError as error:
                if unreadable is None:
                    raise
                unreadable(name, error)
        else:
            shape, dtype, label = tuple(leaf.shape), dtype_name(leaf.dtype), names.get(leaf)
            group = group_name((label or "").rpartition(".")[0])  # part of a parameter's name
        receivers = tuple([positions.get(receiver) for receiver in graph.order[node]])
        # Keyword arguments take twice as long, and there may be 100,000 nodes.
        yield Node(position, name, shape, dtype, group, label, tuple(saved), receivers, leaf)


class Storages:
    """The pieces of memory under saved arrays, numbered as they are met.

    Two saved arrays may share one piece of memory: a result that the next operation saves again, a
    transposed view, a parameter. A sum of bytes must count it once.

    Args:
        graph: The graph.
        names: Names by leaf tensor or node.
    """

    def __init__(self, graph: Graph, names: Mapping[Any, str]) -> None:
        self._memory = graph.memory
        leaves = [leaf for leaf in map(graph.leaf, graph.order) if leaf is not None]
        self._owners = {graph.memory(frozen)[0]: name for frozen, name in graph.parameters.items()}
        # Where a model names its parameters, any other leaf is data: its memory is not theirs.
        self._owners |= {
            graph.memory(leaf)[0]: names.get(leaf, "leaf")
            for leaf in leaves
            if leaf in names or not names
        }
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # one array each: freed memory could be reused by another

    def saved(self, name: str | None, array: Any) -> Saved:
        """Return the description of a saved array."""
        key, size, own = self._memory(array)
        number = self._numbers.setdefault(key, len(self._kept))
        if number == len(self._kept):
            self._kept.append(array)
        form = tuple(array.shape)
        return Saved(name, form, dtype_name(array.dtype), own, self._owners.get(key), number, size)

"""Reading a graph, whoever's it is: what an engine has to tell, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from tapewalk.graph.groups import group_name
from tapewalk.graph.node import Node, Saved


class Graph(Protocol):
    """What an engine tells of a graph, node by node.

    Attributes:
        order: What each node sends to, by node, in the order in which the engine runs them.
        parameters: Names of the model's parameters, by tensor.
    """

    order: dict[Any, Sequence[Any]]
    parameters: dict[Any, str]

    def leaf(self, node: Any) -> Any:
        """Returns the tensor of a leaf, `None` for an operation."""

    def name(self, node: Any) -> str:
        """Returns the name of a node."""

    def form(self, node: Any) -> tuple[tuple[int, ...] | None, str | None]:
        """Returns shape and number type of what an operation returned."""

    def saved(self, node: Any) -> Iterable[tuple[str | None, Any]]:
        """Returns name and array of what an operation saved."""

    def memory(self, array: Any) -> tuple[int, int, int]:
        """Returns of the memory under an array what identifies it while it lives, and its bytes.

        The third is the number of bytes of the array itself.
        """

    def group(self, node: Any) -> str | None:
        """Returns the part of the model that made an operation."""


def engines(thing: Any) -> set[str]:
    """Returns the packages that the classes of a tensor or model come from."""
    return {base.__module__.partition(".")[0] for base in type(thing).__mro__}


def parameters_of(model: Any) -> dict[Any, str]:
    """Returns the name of each parameter of a model; none without one."""
    return {} if model is None else {tensor: name for name, tensor in model.named_parameters()}


@cache  # NumPy takes its time to tell
def dtype_name(dtype: Any) -> str:
    """Returns the name of a number type, NumPy's or PyTorch's, "float32" for instance."""
    return str(dtype).removeprefix("torch.")


def nodes(
    graph: Graph,
    order: Iterable[Any],
    names: Mapping[Any, str],
    unreadable: Callable[[str, RuntimeError], None] | None = None,
    storages: Storages | None = None,
) -> Iterator[Node]:
    """Yields what there is to tell of each node.

    Args:
        graph: The graph.
        order: Its nodes in the order to tell them.
        names: Names by leaf tensor or node.
        unreadable: Is told the name of a node that can't show what it saved, and the error, which
            is then not raised; what the node could show before counts.
        storages: The pieces of memory met so far; none without it.
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
            group = group_name((label or "").rpartition(".")[0])  # it is in a parameter's name
        receivers = tuple([positions.get(receiver) for receiver in graph.order[node]])
        # By position: with names it takes twice as long, and there may be 100,000.
        yield Node(position, name, shape, dtype, group, label, tuple(saved), receivers, leaf)


class Storages:
    """The pieces of memory under saved arrays, numbered as they are met.

    Two saved arrays may be one piece of memory: a result that the next operation saves again, a
    transposed view, a parameter. Whoever adds up bytes must count it once.

    Args:
        graph: The graph.
        names: Names by leaf tensor or node.
    """

    def __init__(self, graph: Graph, names: Mapping[Any, str]) -> None:
        self._memory = graph.memory
        leaves = [leaf for leaf in map(graph.leaf, graph.order) if leaf is not None]
        self._owners = {graph.memory(frozen)[0]: name for frozen, name in graph.parameters.items()}
        self._owners |= {graph.memory(leaf)[0]: names.get(leaf, "leaf") for leaf in leaves}
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # one array each: freed memory could come back under another

    def saved(self, name: str | None, array: Any) -> Saved:
        """Returns what there is to tell of a saved array."""
        key, size, own = self._memory(array)
        number = self._numbers.setdefault(key, len(self._kept))
        if number == len(self._kept):
            self._kept.append(array)
        form = tuple(array.shape)
        return Saved(name, form, dtype_name(array.dtype), own, self._owners.get(key), number, size)

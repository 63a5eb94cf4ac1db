"""What rules look at: the graph, the parameters, the calls, the optimizer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tapewalk.graph.node import Node
from tapewalk.inspect.attention import Core
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.parameters import Parameter

if TYPE_CHECKING:
    from tapewalk.inspect.torch_watch import Operation, Watched

# Operations that hand on the numbers they get, arranged or cast otherwise.
PASSING: Final = frozenset(
    (
        *("view", "reshape", "flatten", "unflatten", "view_as", "reshape_as", "permute", "t"),
        *("transpose", "T", "mT", "squeeze", "unsqueeze", "contiguous", "clone", "to", "float"),
        *("half", "bfloat16", "double", "type"),
    )
)


@dataclass
class Evidence:
    """What was seen of a loss.

    Attributes:
        model: The model, or `None`.
        optimizer: The optimizer that trains it, if it was given.
        value: The loss, if it is one number.
        nodes: The nodes of its graph.
        parameters: The parameters of the model, then leaves without a name.
        attention: The attentions of the graph.
        unreadable: Names of nodes whose saved values were written over.
        older: How many nodes of the graph were made before the call, leaves aside.
        watched: The calls of PyTorch's functions, if they were watched.
        numbers: PyTorch's number of each node; empty for our engine.
        broken_backward: The first node that sent numbers that are not finite after it got some that
            were, if gradients were computed.
    """

    model: Any
    optimizer: Any
    value: float | None
    nodes: list[Node]
    parameters: tuple[Parameter, ...]
    attention: tuple[Core, ...]
    unreadable: tuple[str, ...]
    older: int
    watched: Watched | None
    numbers: list[int]
    broken_backward: Node | None

    @property
    def operations(self) -> list[Operation]:
        """The calls of PyTorch's functions, none where they were not watched."""
        return [] if self.watched is None else self.watched.operations

    def part(self, path: str) -> Any:
        """Returns a module of the model by its path."""
        module = self.model
        for name in path.split(".") if path else []:
            module = module._modules[name]
        return module

    def named(self, *names: str) -> Iterator[Operation]:
        """Yields the calls of functions of some names."""
        return (operation for operation in self.operations if operation.name in names)

    def within(self, module: str | None) -> Iterator[Operation]:
        """Yields the calls made while a module ran, those of the modules in it included."""
        if not module:
            return iter(self.operations)
        inside = f"{module}."
        return (o for o in self.operations if o.module == module or o.module.startswith(inside))

    def maker_of(self, node: Node) -> Operation | None:
        """Returns the call that made a node."""
        number = self.numbers[node.position] if self.numbers else -1
        return next((o for o in self.operations if number in range(*o.numbers)), None)

    def behind(self, operation: Operation) -> Iterator[Operation]:
        """Yields a call and all those whose results went into it."""
        waiting, seen = [operation], set[int]()
        while waiting:
            call = waiting.pop()
            yield call
            new = {at for at in call.sources if at is not None} - seen
            seen |= new
            waiting += [self.operations[at] for at in new]

    def made_by(self, operation: Operation, at: int = 0) -> Operation | None:
        """Returns the call that made a tensor which another got, views and casts passed over."""
        if self.watched is None:
            return None
        found: Operation | None = self.watched.maker(operation, at, PASSING)
        return found


Rule: TypeAlias = Callable[[Evidence], Iterator[Finding]]


def several(names: Iterable[str], most: int = 3) -> str:
    """Returns the first of some names, with how many more there are."""
    listed = list(names)
    more = f" (+{len(listed) - most})" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def common_module(paths: Iterable[str]) -> str:
    """Returns the nearest module that holds all modules at these paths."""
    common = []
    for parts in zip(*(path.split(".") for path in paths), strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    return ".".join(common)

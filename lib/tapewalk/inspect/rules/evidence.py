"""The evidence that rules look at: the graph, the parameters, the calls, the optimizer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tapewalk.graph.node import Node
from tapewalk.inspect.attention import Core
from tapewalk.inspect.gradients import Gradient
from tapewalk.inspect.parameters import Parameter

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation, Recorded

Measured: TypeAlias = list[tuple[Parameter, Gradient]]

# Losses that compare numbers.
ERRORS: Final = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
_WRITES: Final = ("__setitem__", "__iadd__", "__isub__", "__imul__", "__itruediv__", "__ipow__")
# Operations that pass the numbers of their operand on, in another layout or number type.
_PASSING: Final = frozenset(
    (
        *("view", "reshape", "flatten", "unflatten", "view_as", "reshape_as", "permute", "t"),
        *("transpose", "T", "mT", "squeeze", "unsqueeze", "contiguous", "clone", "to", "float"),
        *("half", "bfloat16", "double", "type"),
    )
)
_PARTS: Final = _PASSING | {"__getitem__", "select", "narrow", "index_select", "chunk", "split"}
_JOINS: Final = ("cat", "concat", "concatenate", "stack", "hstack", "vstack")


@dataclass
class Evidence:
    """The evidence on one loss.

    Attributes:
        model: The model, or `None`.
        optimizers: The optimizers that train it, as far as they were given.
        value: The loss, if it is one number.
        nodes: The nodes of its graph.
        parameters: The parameters of the model, then leaves without a name.
        attention: The attentions of the graph.
        unreadable: Names of nodes whose saved values were written over.
        older: How many nodes of the graph were made before the call, leaves aside.
        recorded: The calls of PyTorch's functions, if they were recorded.
        numbers: PyTorch's number of each node; empty for our engine.
        broken_backward: The first node that sent numbers that are not finite after it got some that
            were, if gradients were computed.
        custom: Positions of the nodes of a user's own `autograd.Function`.
        looks: The number of steps in which sizes of gradients and results were measured.
    """

    model: Any
    optimizers: list[Any]
    value: float | None
    nodes: list[Node]
    parameters: tuple[Parameter, ...]
    attention: tuple[Core, ...]
    unreadable: tuple[str, ...]
    older: int
    recorded: Recorded | None
    numbers: list[int]
    broken_backward: Node | None
    custom: frozenset[int] = frozenset()
    looks: int = 1

    @cached_property
    def of_other_steps(self) -> frozenset[str]:
        """Names of parameters that this loss does not have to reach.

        They are in none of the optimizers, or in one of which no parameter is reached: the losses
        of a generator and of its critic have an optimizer each.
        """
        names = {id(tensor): name for name, tensor in self.tensors.items()}
        reached = {p.name for p in self.parameters if not p.missing}
        here: set[str] = set()
        for optimizer in self.optimizers:
            own = {names[id(t)] for t in trained(optimizer) if id(t) in names}
            here |= own if own & reached else set()
        return frozenset(set(names.values()) - here) if here else frozenset()

    @cached_property
    def modules(self) -> list[tuple[str, Any]]:
        """The modules of the model with their paths, none without a model."""
        return [] if self.model is None else list(self.model.named_modules())

    @cached_property
    def tensors(self) -> dict[str, Any]:
        """The parameters of the model by name, none without a model."""
        return {} if self.model is None else dict(self.model.named_parameters())

    @property
    def operations(self) -> list[Operation]:
        """The calls of PyTorch's functions, none where they were not recorded."""
        return [] if self.recorded is None else self.recorded.operations

    @property
    def measured(self) -> Measured:
        """The parameters with a gradient."""
        return [(p, p.gradient) for p in self.parameters if p.gradient is not None]

    def marked(self, mark: str) -> Measured:
        """Return the parameters whose gradients have a mark."""
        return [(p, g) for p, g in self.measured if g.mark == mark]

    def definition(self, path: str) -> str | None:
        """Return where the `forward` of a module was written, if the calls were recorded."""
        if self.recorded is None or self.model is None:
            return None
        from tapewalk.inspect.operations import definition

        return definition(self.part(path))

    def assignment(self, path: str, attribute: str) -> str | None:
        """Return the line that sets a module's attribute, or where its `forward` was written."""
        if self.recorded is None or self.model is None:
            return None
        from tapewalk.inspect.operations import assignment

        return assignment(type(self.part(path)), attribute) or self.definition(path)

    def part(self, path: str) -> Any:
        """Return a module of the model by its path."""
        module = self.model
        for name in path.split(".") if path else []:
            module = module._modules[name]
        return module

    def named(self, *names: str) -> Iterator[Operation]:
        """Yield the calls of functions with one of these names."""
        return (operation for operation in self.operations if operation.name in names)

    def within(self, module: str | None) -> Iterator[Operation]:
        """Yield the calls made while a module ran, including those of its submodules."""
        if not module:
            return iter(self.operations)
        inside = f"{module}."
        return (o for o in self.operations if o.module == module or o.module.startswith(inside))

    def maker_of(self, node: Node) -> Operation | None:
        """Return the call that made a node."""
        number = self.numbers[node.position] if self.numbers else -1
        return next((o for o in self.operations if number in range(*o.numbers)), None)

    def behind(self, operation: Operation) -> Iterator[Operation]:
        """Yield a call and all calls that it depends on."""
        waiting, seen = [operation], set[int]()
        while waiting:
            call = waiting.pop()
            yield call
            new = {at for at in call.sources if at is not None} - seen
            seen |= new
            waiting += [self.operations[at] for at in new]

    def made_by(self, operation: Operation, at: int = 0) -> Operation | None:
        """Return the call that made an operand of another, views and casts passed over."""
        if self.recorded is None:
            return None
        found: Operation | None = self.recorded.maker(operation, at, _PASSING)
        return found

    def makers(self, operation: Operation) -> list[Operation]:
        """Return the calls that made the first operand, parts and joined pieces passed over too."""
        if self.recorded is None:
            return []
        waiting, found = [(operation, 0)], list[Any]()
        while waiting:
            maker = self.recorded.maker(*waiting.pop(), _PARTS)
            if maker is not None and maker.name in _JOINS:
                waiting += [(maker, at) for at in range(len(maker.sources))]
            else:
                found.append(maker)
        return [] if None in found else found


def trained(optimizer: Any) -> list[Any]:
    """Return the tensors that an optimizer trains."""
    return [tensor for group in optimizer.param_groups for tensor in group["params"]]


def several(names: Iterable[str]) -> str:
    """Return the first three of some names, with the number of the others."""
    listed = list(names)
    more = f" (+{len(listed) - 3})" if len(listed) > 3 else ""
    return ", ".join(listed[:3]) + more


def common_module(paths: Iterable[str]) -> str:
    """Return the path of the nearest module that contains all modules at these paths."""
    common = []
    for parts in zip(*(path.split(".") for path in paths), strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    return ".".join(common)


def common_owner(measured: Measured) -> str:
    """Return the path of the nearest module that contains all of some parameters."""
    return common_module([parameter.name.rpartition(".")[0] for parameter, _ in measured])


def names_of(measured: Measured) -> dict[str, Any]:
    """Return the facts that name some parameters."""
    return {"count": len(measured), "names": several([p.name for p, _ in measured])}


def writes(operation: Operation) -> bool:
    """Return whether a call writes into one of its operands."""
    name = operation.name
    in_place = name.endswith("_") and not name.startswith("__") and name != "requires_grad_"
    return name in _WRITES or in_place or operation.settings.get("inplace") is True

"""A model's parameters: which of them a loss reaches, and where the path of the others ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tapewalk.graph.node import Node
from tapewalk.graph.reading import dtype_name
from tapewalk.inspect.gradients import Gradient

# Status of a parameter, and, where it has no path, why.
REACHED, FROZEN, UNUSED, NO_GRAD = "reached", "frozen", "unused", "no_grad"
INSIDE, CUT, AFTER, OUTSIDE = "inside", "cut", "after", "outside"
CHECKPOINT, BROKEN, UNRECORDED, UNTOLD = "checkpoint", "broken", "unrecorded", "untold"


class Parameter(NamedTuple):
    """A parameter of a model, or a leaf that no model names.

    Attributes:
        name: Its name in the model, "" for a leaf without one.
        shape: Its shape.
        dtype: Its number type, "float32" for instance.
        node: Position of its AccumulateGrad, `None` if it has no path to the loss.
        status: "reached", or why there is no path: "frozen", it requires no gradient; "unused", no
            call of a module used it; "no_grad", its module was called while nothing was recorded;
            "inside", its module was called and the result does not depend on it; "cut", a module,
            `module`, took what depends on it and gave back what does not; "after", the path ends
            between the calls of `module`; "outside", it ends between model and loss; "checkpoint",
            it may be inside a checkpoint that hides it; "broken", of our engine, where calls are
            not watched: an operation used it and the path ends later; "unrecorded", of our engine:
            no operation that was recorded used it; "untold".
        module: Name of the module that the status is about, "" for the model, `None` for none.
        also: Its other names: it is tied.
        gradient: How large its gradient is, if there is one.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    node: int | None
    status: str
    module: str | None = None
    also: tuple[str, ...] = ()
    gradient: Gradient | None = None

    @property
    def missing(self) -> bool:
        """Whether it has no path to the loss."""
        return self.node is None


def names_of(model: object) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """Return every parameter of a model by its first name, with its other names."""
    parameters: dict[int, tuple[str, Any, list[str]]] = {}
    # `named_modules` of our engine yields a module once, and it may be at two places.
    stack: list[tuple[str, Any]] = [] if model is None else [("", model)]
    while stack:
        path, module = stack.pop()
        for own, tensor in module._parameters.items():
            if tensor is not None:
                name = path + own
                parameters.setdefault(id(tensor), (name, tensor, []))[2].append(name)
        parts = module._modules.items()
        children = [(f"{path}{name}.", child) for name, child in parts if child is not None]
        stack += reversed(children)
    return {name: (tensor, tuple(names[1:])) for name, tensor, names in parameters.values()}


def listed(
    nodes: Sequence[Node],
    named: Mapping[str, tuple[Any, tuple[str, ...]]],
    reasons: Mapping[str, tuple[str, str | None]],
    gradients: Mapping[str, Gradient],
) -> tuple[Parameter, ...]:
    """Return the parameters of a model, then the other leaves, by their place.

    Args:
        nodes: The nodes of the graph.
        named: What `names_of` returned.
        reasons: Status and module of parameters without a path, where more than nothing is known.
        gradients: The gradients there are, by name.
    """
    places = {id(node.variable): node for node in nodes if node.is_leaf}
    parameters = []
    for name, (tensor, also) in named.items():
        node = places.pop(id(tensor), None)
        status, module = REACHED, None
        if node is None:
            status, module = reasons.get(name, (UNTOLD, None))
            if not tensor.requires_grad:
                status, module = FROZEN, None
        parameters.append(
            Parameter(
                name,
                tuple(tensor.shape),
                dtype_name(tensor.dtype),
                None if node is None else node.position,
                status,
                module,
                also,
                gradients.get(name),
            )
        )
    for node in places.values():
        parameters.append(Parameter("", node.shape, node.dtype, node.position, REACHED))
    return tuple(parameters)

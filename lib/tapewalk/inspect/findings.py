"""What is found in a graph: plain data, which keeps nothing of the graph alive."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, Self

from tapewalk.graph.ledger import SavedBytes
from tapewalk.inspect.attention import Core
from tapewalk.inspect.categories import CATEGORIES
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.gradients import Gradient
from tapewalk.inspect.parameters import Parameter
from tapewalk.inspect.plain import as_form, from_plain, plain


class Entry(NamedTuple):
    """A node of the graph that was inspected.

    Attributes:
        position: Its place in the order of the backward pass.
        name: What the engine calls it, "AddmmBackward0" for instance.
        op: The name without its ending.
        category: What it is for, "compute" or "residual" for instance; the table of
            `tapewalk.inspect.categories` has them all.
        shape: Shape of what the operation returned, `None` if the engine does not tell.
        dtype: Number type of that.
        group: The part of the model that made it, if known.
        label: Name of the parameter, of a leaf that is one.
        next_functions: For each operand the position of the node that its gradient goes to.
        activations: Bytes that it keeps for backward, each piece of memory counted once.
        parameters: Bytes of parameters that it refers to.

    Example:
        >>> from tapewalk import Tensor, inspect
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> node = inspect(x.exp().sum()).nodes[1]
        >>> node.op, node.category, node.shape, node.next_functions, node.activations
        ('Exp', 'compute', (2,), (2,), 8)
    """

    position: int
    name: str
    op: str
    category: str
    shape: tuple[int, ...] | None
    dtype: str | None
    group: str | None
    label: str | None
    next_functions: tuple[int | None, ...]
    activations: int
    parameters: int


@dataclass(frozen=True, repr=False)
class Findings:
    """What `tapewalk.inspect` found in a graph; `Report` says what each attribute is."""

    engine: str
    versions: dict[str, str]
    device: str
    value: float | None
    findings: tuple[Finding, ...]
    unknown: tuple[str, ...] | None
    nodes: tuple[Entry, ...]
    depth: int
    width: int
    inferred: tuple[int, ...]
    attention: tuple[Core, ...]
    parameters: tuple[Parameter, ...]
    with_model: bool
    gradients: str | None
    saved: SavedBytes | None
    groups: dict[str, SavedBytes]
    freed: bool
    unreadable: tuple[str, ...]
    trace: Any = None
    score: Any = None

    @property
    def types(self) -> Counter[str]:
        """How many nodes there are of each type, leaves as "AccumulateGrad"."""
        return Counter(node.op for node in self.nodes)

    @property
    def categories(self) -> dict[str, int]:
        """How many nodes there are of each category, in a fixed order, zeros left out."""
        counts = Counter(node.category for node in self.nodes)
        return {name: counts[name] for name in CATEGORIES if counts[name]}

    @property
    def dtypes(self) -> tuple[str, ...]:
        """The number types of what the operations returned, and of the leaves, by name."""
        return tuple(sorted({node.dtype for node in self.nodes if node.dtype}))

    @property
    def missing(self) -> tuple[Parameter, ...]:
        """The parameters without a path to the loss."""
        return tuple([p for p in self.parameters if p.missing])

    @property
    def marked(self) -> tuple[Parameter, ...]:
        """The parameters whose gradients are marked."""
        return tuple([p for p in self.parameters if p.gradient and p.gradient.mark])

    def of_category(self, category: str) -> Counter[str]:
        """Returns how many nodes of each type a category has.

        Raises:
            ValueError: There is no such category.
        """
        if category not in CATEGORIES:
            raise ValueError(f"categories are {', '.join(CATEGORIES)}, got {category!r}.")
        return Counter(node.op for node in self.nodes if node.category == category)

    def to_json(self) -> str:
        """Returns all of it as JSON; numbers that JSON lacks become "NaN" and "Infinity"."""
        return json.dumps(plain(self), allow_nan=False, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Returns what `to_json` wrote."""
        data = json.loads(text)
        data["findings"] = tuple(Finding(**finding) for finding in data["findings"])
        data["unknown"] = as_form(data["unknown"])
        data["nodes"] = tuple(_entry(node) for node in data["nodes"])
        data["attention"] = tuple(Core(**core) for core in data["attention"])
        data["parameters"] = tuple(_parameter(p) for p in data["parameters"])
        data["saved"] = data["saved"] and SavedBytes(**data["saved"])
        data["groups"] = {name: SavedBytes(**saved) for name, saved in data["groups"].items()}
        data["value"] = from_plain(data["value"])
        data["inferred"], data["unreadable"] = tuple(data["inferred"]), tuple(data["unreadable"])
        return cls(**{field.name: data[field.name] for field in fields(cls)})

    def to_trace(self) -> Any:
        """Returns the trace of the graph, which the course's diagrams draw.

        Raises:
            ValueError: It was not asked for: entries of tensors are only there while the graph is.
        """
        if self.trace is None:
            raise ValueError(
                "this report has no trace: a trace holds results and gradients, which are gone "
                "once the graph is. Ask for it with tapewalk.inspect(loss, model, trace=True)."
            )
        return self.trace


def _entry(told: dict[str, Any]) -> Entry:
    forms = {name: as_form(told[name]) for name in ("shape", "next_functions")}
    return Entry(**(told | forms))


def _parameter(told: dict[str, Any]) -> Parameter:
    gradient = told["gradient"]
    if gradient is not None:
        gradient = Gradient(**{n: from_plain(v) for n, v in gradient.items() if n != "mark"})
        gradient = gradient._replace(mark=told["gradient"]["mark"])
    also, shape = tuple(told["also"]), tuple(told["shape"])
    return Parameter(**{**told, "also": also, "shape": shape, "gradient": gradient})

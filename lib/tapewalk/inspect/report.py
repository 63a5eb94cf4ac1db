"""The report on a graph: plain data, which keeps nothing of the graph alive."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple, Self

from tapewalk.figures.alone import framed
from tapewalk.graph.ledger import SavedBytes
from tapewalk.inspect.attention import Core
from tapewalk.inspect.categories import CATEGORIES
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.gradients import Gradient
from tapewalk.inspect.parameters import Parameter
from tapewalk.inspect.sections import title
from tapewalk.inspect.showing import as_dot, as_html, as_page, as_text
from tapewalk.language import language
from tapewalk.trace.format import encode_number
from tapewalk.trace.score import held_bytes


class Entry(NamedTuple):
    """A node of the graph that was inspected.

    Attributes:
        position: Its place in the order of the backward pass.
        name: What the engine calls it, "AddmmBackward0" for instance.
        op: The name without its ending.
        category: What it is for, "compute" or "residual" for instance; the table of
            `tapewalk.inspect.categories` has them all.
        shape: Shape of the operation's result.
        dtype: Number type of that result.
        group: The part of the model that made it, if known.
        label: Name of the parameter, if the node is the leaf of one.
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
    shape: tuple[int, ...]
    dtype: str
    group: str | None
    label: str | None
    next_functions: tuple[int | None, ...]
    activations: int
    parameters: int


@dataclass(frozen=True, repr=False)
class Report:
    """The report of `tapewalk.inspect` on a graph. Printing it puts it in words.

    Args:
        engine: "torch" or "tapewalk".
        versions: Versions of the packages that ran, by name.
        device: Where the loss is, "cpu" or "cuda:0" for instance.
        value: The loss, if it is one number.
        findings: What looks wrong, the most urgent first.
        unknown: What the checks lacked: "no_optimizer" if none was given, "no_calls" if
            they could not be watched, "no_gradients" if none were computed; `None` if no mistakes
            were looked for.
        nodes: The nodes, in the order of the backward pass.
        depth: Nodes on the longest path from the loss.
        width: The most nodes that are equally far from the loss, by their longest paths.
        inferred: Positions of residual additions that were inferred, not seen: the input of the
            model, which they add, has no node.
        attention: The cores of attention, in forward order.
        parameters: The parameters of the model, then leaves without a name.
        with_model: Whether there was a model to name them.
        gradients: Where the gradients are from: "grad", the parameters' own; "computed", for this
            report; `None` if there are none.
        saved: Bytes that all nodes keep, from the score if there is one; `None` where they were
            freed.
        groups: Bytes that the nodes of each part of the model keep, "" for those of none; a piece
            of memory that several parts keep counts in each.
        freed: Whether a backward pass has freed what the nodes had saved.
        unreadable: Names of nodes whose saved values were overwritten.
        score: The step as `tapewalk.score` measures it, if it was asked for and could be run.
        subject: The name of the model's class.
        made: The day on which the report was made.
        command: The command that asked for it.

    Example:
        >>> from tapewalk import Tensor, inspect
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> report = inspect(x.exp().sum())
        >>> report.types
        Counter({'Sum': 1, 'Exp': 1, 'AccumulateGrad': 1})
        >>> Report.from_json(report.to_json()) == report
        True
    """

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
    score: Any = None
    subject: str = ""
    made: str = ""
    command: str = ""

    def text(self, lang: str | None = None) -> str:
        """Return the report in words and tables.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        return as_text(self, lang)

    def html(self, lang: str | None = None) -> str:
        """Return the report as HTML.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        return as_html(self, lang)

    def page(self, lang: str | None = None) -> str:
        """Return the report as a page of its own, which needs no network.

        What looks wrong comes first, then the step on a time axis and the folded graph, if
        `score=True` had the step measured, and the tables. It is light or dark as the reader's
        system is.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.

        Example:
            >>> from tapewalk import Tensor, inspect
            >>> x = Tensor([1.0, 2.0], requires_grad=True)
            >>> inspect(lambda: x.exp().sum(), score=True).page("en")[:31]
            '<!doctype html><html lang="en">'
        """
        return as_page(self, lang)

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
        """The number types of the operations' results and of the leaves, by name."""
        return tuple(sorted({node.dtype for node in self.nodes}))

    @property
    def missing(self) -> tuple[Parameter, ...]:
        """The parameters without a path to the loss."""
        return tuple([p for p in self.parameters if p.missing])

    @property
    def marked(self) -> tuple[Parameter, ...]:
        """The parameters whose gradients are marked."""
        return tuple([p for p in self.parameters if p.gradient and p.gradient.mark])

    def of_category(self, category: str) -> Counter[str]:
        """Return how many nodes of each type a category has.

        Raises:
            ValueError: It is not a category.
        """
        if category not in CATEGORIES:
            raise ValueError(f"categories are {', '.join(CATEGORIES)}, got {category!r}.")
        return Counter(node.op for node in self.nodes if node.category == category)

    def scalars(self, prefix: str = "tapewalk/") -> dict[str, float]:
        """Return what a report measured as numbers by name, as TensorBoard and W&B log them.

        Args:
            prefix: A text to put before each name.

        Example:
            >>> from tapewalk import Tensor, inspect
            >>> x = Tensor([1.0, 2.0], requires_grad=True)
            >>> inspect(x.exp().sum()).scalars("")
            {'nodes': 3.0, 'depth': 3.0, 'findings': 0.0, 'saved/activations': 8.0}
        """
        numbers = {"nodes": len(self.nodes), "depth": self.depth, "findings": len(self.findings)}
        if self.saved is not None:
            numbers["saved/activations"] = self.saved.activations
        if self.score is not None:
            numbers["saved/peak"] = max(held_bytes(self.score))
        sizes = {f"gradient/{p.name}": p.gradient.rms for p in self.parameters if p.gradient}
        return {f"{prefix}{name}": float(value) for name, value in {**numbers, **sizes}.items()}

    def to_dot(self) -> str:
        """Return the graph in the language of Graphviz."""
        return as_dot(self)

    def to_json(self) -> str:
        """Return all of it as JSON; numbers that JSON lacks become "NaN" and "Infinity"."""
        return json.dumps(_plain(self), allow_nan=False, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the report that `to_json` wrote."""
        data = json.loads(text)
        # A score is plain data in a report too.
        data |= {name: _restored(part) for name, part in data.items() if name != "score"}
        for parameter in data["parameters"]:
            parameter["gradient"] = parameter["gradient"] and Gradient(**parameter["gradient"])
        kinds = {"findings": Finding, "nodes": Entry, "attention": Core, "parameters": Parameter}
        for name, kind in kinds.items():
            data[name] = tuple([kind(**record) for record in data[name]])
        data["saved"] = data["saved"] and SavedBytes(**data["saved"])
        data["groups"] = {name: SavedBytes(**saved) for name, saved in data["groups"].items()}
        return cls(**{field.name: data[field.name] for field in fields(cls) if field.name in data})

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        heading = title(self, language())[0]
        shown = self.html() if self.score is None else framed(self.page(), heading)
        return {"text/plain": self.text(), "text/html": shown}


def _plain(thing: Any) -> Any:
    """Return a record as dicts, lists, strings and finite numbers; others become their names."""
    if is_dataclass(thing):
        return {field.name: _plain(getattr(thing, field.name)) for field in fields(thing)}
    if hasattr(thing, "_asdict"):
        thing = thing._asdict()
    if isinstance(thing, dict):
        return {name: _plain(part) for name, part in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [_plain(part) for part in thing]
    return encode_number(thing) if isinstance(thing, float) else thing


def _restored(thing: Any) -> Any:
    """Return plain data with tuples for its lists, and the numbers that `_plain` named."""
    if isinstance(thing, list):
        return tuple(map(_restored, thing))
    if isinstance(thing, dict):
        return {name: _restored(part) for name, part in thing.items()}
    return float(thing) if thing in ("NaN", "Infinity", "-Infinity") else thing

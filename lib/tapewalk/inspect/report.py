"""The report on a graph: what was found in it, in words, tables and drawings."""

from __future__ import annotations

from tapewalk.inspect.dot import as_dot
from tapewalk.inspect.findings import Findings
from tapewalk.inspect.page import as_frame, as_page
from tapewalk.inspect.showing import as_html, as_text


class Report(Findings):
    """What `tapewalk.inspect` found in a graph. Printing it tells it in words.

    Args:
        engine: "torch" or "tapewalk".
        versions: Versions of the packages that ran, by name.
        device: Where the loss is, "cpu" or "cuda:0" for instance.
        value: The loss, if it is one number.
        findings: What looks wrong, the most urgent first.
        unknown: What could not be judged: "no_optimizer", none was given; "no_calls", they could
            not be watched; "no_gradients", none were computed; `None` where nothing was looked for.
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
        saved: Bytes that all nodes keep; `None` where they were freed.
        groups: Bytes that the nodes of each part of the model keep, "" for those of none; a piece
            of memory that several parts keep counts in each.
        freed: Whether a backward pass has freed what the nodes had saved.
        unreadable: Names of nodes whose saved values were written over.
        trace: The trace of the graph, if it was asked for.
        score: The step as `tapewalk.score` measures it, if it was asked for and could be run.

    Example:
        >>> from tapewalk import Tensor, inspect
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> report = inspect(x.exp().sum())
        >>> report.types
        Counter({'Sum': 1, 'Exp': 1, 'AccumulateGrad': 1})
        >>> Report.from_json(report.to_json()) == report
        True
    """

    def text(self, lang: str | None = None) -> str:
        """Returns the report in words and tables.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        return as_text(self, lang)

    def html(self, lang: str | None = None) -> str:
        """Returns the report as HTML.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        return as_html(self, lang)

    def page(self, lang: str | None = None) -> str:
        """Returns the report as a page of its own, which needs no network.

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

    def to_dot(self) -> str:
        """Returns the graph in the language of Graphviz."""
        return as_dot(self)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        shown = self.html() if self.score is None else as_frame(self)
        return {"text/plain": self.text(), "text/html": shown}

"""The views of the course in a notebook: Jupyter, VS Code, Colab.

`stepper(loss)` walks through the graph behind `loss`; each of the other functions shows it in
another way. They take a `Value`, a tensor with one entry, or what `tapewalk.trace` returned, and
the options that the views take on the course's pages, under the same names. A notebook holds the
code that draws once, however many figures it has. The leaves of a graph of numbers can be dragged:
the kernel computes what follows, and the curves of a lens.

Where nothing runs (GitHub, a printed notebook) and where anywidget is missing, a still picture
stands for the figure, or a table where Node is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapewalk.language import known, language, set_language
from tapewalk.widgets.figure import Figure, Recipe, StillFigure
from tapewalk.widgets.measured import Measured
from tapewalk.widgets.options import VIEWS, JavaScript
from tapewalk.widgets.published import Reference, publish, published

__all__ = [
    "Figure",
    "chart",
    "compare",
    "counter",
    "expression",
    "graph",
    "js",
    "ledger",
    "matrix",
    "prediction",
    "publish",
    "published",
    "quiz",
    "score",
    "set_language",
    "stepper",
    "tape",
]


def stepper(graph: object, **options: object) -> Figure:
    """Shows a trace step by step: drawing, sentence, tape and controls.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: `lang`, `title`, `step`, `follow` (a figure whose step this one has too), `mode`
            (`"switch"` shows one pass at a time), `after` (steps that wait for a prediction),
            `labels`, `open`, `autoplay`, `lens` (slopes on curves; `True`, or the label of a leaf)
            and `live` (`False`: its leaves can't be moved).

    Example:
        >>> from tapewalk import Value
        >>> x = Value(3.0, label="x")
        >>> walk = stepper(x * x, step=2)
        >>> walk.step
        2
    """
    return _figure("stepper", graph, options)


def graph(graph: object, **options: object) -> Figure:
    """Shows a trace as a graph, folded by group.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: Those of every view, and `fold`, `open` (groups to show open), `trays`, `labels`,
            `lost` (nodes to strike out) and `live` (`False`: its leaves can't be moved).

    Example:
        >>> from tapewalk import Value
        >>> graph(Value(3.0, label="x") * 2, fold=False).view
        'graph'
    """
    return _figure("graph", graph, options)


def tape(graph: object, **options: object) -> Figure:
    """Shows a trace as the list of its operations and the walk back through it.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: Those of every view; `follow` keeps it at the step of another figure.

    Example:
        >>> from tapewalk import Value
        >>> square = Value(3.0, label="x") ** 2
        >>> walk = stepper(square)
        >>> tape(square, follow=walk).view
        'tapeList'
    """
    return _figure("tape", graph, options)


def compare(graph: object, **options: object) -> Figure:
    """Shows two walks over one graph side by side, with a mark at each number that differs.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: `label`, what it is called; `beside`, the `label` and the `trace` of another walk
            over the same graph, or of other leaves.

    Example:
        >>> from tapewalk import Value, trace
        >>> there = {"label": "at 4", "trace": trace(Value(4.0) ** 2)}
        >>> compare(Value(3.0) ** 2, label="at 3", beside=there).view
        'compare'
    """
    return _figure("compare", graph, options)


def counter(graph: object, **options: object) -> Figure:
    """Counts the multiplications and additions of a backward pass, beside those of forward mode.

    Args:
        graph: A `Value`, or what `trace` returned of one.
        **options: Those of every view; `follow` keeps it at the step of another figure.

    Example:
        >>> from tapewalk import Value
        >>> counter(Value(3.0, label="x") ** 2).view
        'counter'
    """
    return _figure("counter", graph, options)


def matrix(graph: object, **options: object) -> Figure:
    """Shows a tensor of a trace as cells, and which of them take part in a product.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: Those of every view, and `node` (its label), `view` (`"product"`, `"broadcast"`,
            `"softmax"`, `"values"`), `show` (`"values"`, `"heat"`, `"sign"`), `batch`,
            `operands`, `after` (steps that wait for a prediction).

    Example:
        >>> from tapewalk import Tensor
        >>> x = Tensor([[1.0, 2.0]], requires_grad=True)
        >>> matrix((x @ x.T).sum(), view="product").view
        'matrix'
    """
    return _figure("matrix", graph, options)


def ledger(graph: object, **options: object) -> Figure:
    """Shows what each node saves for the backward pass, in bytes.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: Those of every view, and `by` (`"kind"`, `"group"`, `"none"`), `sort`
            (`"bytes"`, `"order"`, `"name"`).

    Example:
        >>> from tapewalk import Tensor
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> ledger((x * x).sum(), by="kind").view
        'ledger'
    """
    return _figure("ledger", graph, options)


def score(
    model: Any,
    *inputs: Any,
    loss_fn: Callable[[Any], Any] | None = None,
    optimizer: Any = None,
    **options: object,
) -> Figure:
    """Shows a whole step of training on one time axis: modules, passes, bytes held, source lines.

    The model is called and its backward pass runs, once each; every `.grad` is afterwards what it
    was. `tapewalk.score` returns the same as plain data.

    Args:
        model: A module of ours or of PyTorch; or what `tapewalk.score` returned, or several of
            them: `{"runs": [{"label": …, "score": …}]}` to switch between, `{"engines": […]}` to
            have two side by side.
        *inputs: What the model is called with.
        loss_fn: Makes a loss of what it returns; without it, that is the loss.
        optimizer: What trains it, for the bytes that it remembers.
        **options: Those of every view, and `by` (what bytes are stacked by, `"kind"` or
            `"group"`), `unit` (`"node"`, `"module"` or `"line"`, what an arrow key steps by),
            `grows` (fades what has not run yet), `layers` (`"parameters"`, `"gradients"`,
            `"optimizer"`: what is stacked below), `source` (`False` leaves out the lines).

    Example:
        >>> from tapewalk import Tensor, nn
        >>> x = Tensor([[1.0, 2.0]])
        >>> score(nn.Linear(2, 3), x, loss_fn=lambda y: (y * y).sum()).view
        'score'
    """
    is_ready = isinstance(model, (dict, Reference)) and not inputs
    subject = model if is_ready else Measured(model, inputs, loss_fn, optimizer)
    return _figure("score", subject, options)


def expression(graph: object, **options: object) -> Figure:
    """Shows a scalar trace with sliders for its leaves, computed anew by Python as they move.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: Those of every view, and `sliders`: smallest, largest and step for each leaf.

    Example:
        >>> from tapewalk import Value
        >>> a, b = Value(2.0, label="a"), Value(3.0, label="b")
        >>> expression((a + b) * b, sliders={"a": [-5, 5, 0.5]}).view
        'expression'
    """
    return _figure("expression", graph, options)


def chart(data: object, **options: object) -> Figure:
    """Shows series of numbers, with a marker that can be moved along them.

    Args:
        data: `{"x": {"label": …, "values": […]}, "series": [{"label": …, "values": […]}]}`.
        **options: Those of every view, and `log` for a logarithmic axis.

    Example:
        >>> losses = {"label": "loss", "values": [0.5, 0.25]}
        >>> chart({"x": {"label": "step", "values": [1, 2]}, "series": [losses]}).view
        'chart'
    """
    return _figure("chart", data, options)


def prediction(graph: object, **options: object) -> Figure:
    """Asks a question about a trace, to be answered before looking.

    Args:
        graph: A `Value`, a tensor with one entry, or what `trace` returned.
        **options: `question`, `answer` (where it stands in the trace: `{"grad": "x"}`), `choices`
            or `replies` (to guesses that show a misconception), `right`, `hint`, `unit`, `within`,
            `id` (its name, the same in every language).

    Example:
        >>> from tapewalk import Value
        >>> x = Value(3.0, label="x")
        >>> asked = prediction(x * x, question="How fast?", answer={"grad": "x"})
        >>> walk = stepper(x * x, after={"step": 1, "prediction": asked})
    """
    return _figure("prediction", graph, options)


def quiz(**options: object) -> Figure:
    """Asks a question whose answer is a number or one of its choices.

    Args:
        **options: As those of `prediction`, `id` too; `answer` and each `when` stand for
            themselves. `draws` holds the same question with other numbers.

    Example:
        >>> asked = quiz(question="What is 2 · 3?", answer=6)
    """
    return _figure("quiz", None, options)


def js(source: str) -> JavaScript:
    """Returns a function for an option that takes one, such as a reply's `when`.

    Args:
        source: The function in JavaScript.

    Example:
        >>> too_small = {"when": js("(guess) => guess < 0"), "say": "Mind the sign."}
    """
    return JavaScript(source)


def __getattr__(name: str) -> Callable[..., Figure]:
    """Returns the function of a view that has none above: a folder of lib/diagrams is enough.

    Args:
        name: What notebooks call the view.

    Raises:
        AttributeError: There is no such view.
    """
    view = VIEWS.get(name)
    if view is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def show(subject: object = None, **given: object) -> Figure:
        return _figure(name, subject, given)

    show.__name__ = show.__qualname__ = name
    options = ", ".join(f"`{option}`" for option in view.options)
    show.__doc__ = f"Shows {view.words['en'].about}. Options: {options}."
    return show


def _figure(name: str, subject: object, options: dict[str, Any]) -> Figure:
    lang = options.get("lang")
    options = {**options, "lang": known(lang) if lang else language()}
    recipe = Recipe(name, subject, options)
    try:
        from tapewalk.widgets.live import LiveFigure, SteppedFigure
    except ModuleNotFoundError as error:
        if error.name != "anywidget":
            raise
        return StillFigure(recipe)
    return SteppedFigure(recipe) if VIEWS[name].has_steps else LiveFigure(recipe)

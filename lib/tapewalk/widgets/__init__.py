"""The views of the course in a notebook: Jupyter, VS Code, Colab.

`stepper(loss)` walks through the graph of `loss`; each of the other functions shows it in another
way. They take a `Value`, a tensor with one entry or a trace, and the options that the views take on
the course's pages, under the same names. The drawing code is stored once per notebook, however many
figures it has. The leaves of a graph of numbers can be dragged: the kernel then computes the new
numbers, and the curves of a lens.

Where nothing runs (GitHub, a printed notebook) and where anywidget is missing, a still picture
replaces the figure, or a table where Node is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from inspect import Parameter, Signature
from typing import Any

from tapewalk.figures.views import View
from tapewalk.figures.words import say
from tapewalk.language import known, language, set_language
from tapewalk.trace.score import score as measure
from tapewalk.widgets.figure import Figure, Recipe, StillFigure
from tapewalk.widgets.options import VIEWS, JavaScript, options_of
from tapewalk.widgets.published import Reference, publish, published

__all__ = ["Figure", "js", "publish", "published", "score", "set_language", "show_still"]

_is_still = False
_SUBJECTS = {
    "trace": {"graph": "A `Value`, a tensor with one entry, or the result of `trace`."},
    "data": {"data": "Plain data, as in the lesson that the gallery links to."},
}


def score(
    model: Any,
    *inputs: Any,
    loss_fn: Callable[[Any], Any] | None = None,
    optimizer: Any = None,
    time: bool = False,
    **options: object,
) -> Figure:
    """Show a whole step of training on one axis: modules, passes, bytes, source lines.

    The model is called and its backward pass runs, once each; afterwards every `.grad` is what it
    was before. `tapewalk.score` returns the same as plain data.

    Args:
        model: A module of ours or of PyTorch; or a result of `tapewalk.score`, or several of
            them to switch between: `{"runs": [{"label": …, "score": …}]}`.
        *inputs: The arguments of the model.
        loss_fn: Computes the loss from the model's result; without it, that result is the loss.
        optimizer: The optimizer that trains the model, for the bytes of its state.
        time: Whether to measure the seconds of PyTorch's nodes, so that the axis can show them.
        **options: Those of every view, and `by` (how bytes are stacked, `"kind"` or `"group"`),
            `unit` (`"node"`, `"module"` or `"line"`: how far an arrow key moves), `layers`
            (`"parameters"`, `"gradients"`, `"optimizer"`: the layers below the stack), `scale`
            (`"node"`, `"bytes"` or `"time"`: how wide a node is), `source` (`False` leaves out the
            lines).

    Example:
        >>> from tapewalk import Tensor, nn
        >>> x = Tensor([[1.0, 2.0]])
        >>> score(nn.Linear(2, 3), x, loss_fn=lambda y: (y * y).sum()).view
        'score'
    """
    if isinstance(model, (dict, Reference)) and not inputs:
        return _figure("score", model, options)

    def loss() -> Any:
        result = model(*inputs)
        return result if loss_fn is None else loss_fn(result)

    # Measured once, when the figure is drawn.
    step = cache(partial(measure, loss, model, optimizer=optimizer, norms=True, time=time))
    return _figure("score", step, options)


def show_still(is_still: object = True) -> None:
    """Show figures as pictures from now on, each with a sentence on how to get figures that move.

    A page of Jupyter that was open before anywidget was installed shows an error in place of each
    figure until it is reloaded.

    Args:
        is_still: False shows figures that move again.

    Example:
        >>> show_still(False)
    """
    global _is_still
    _is_still = bool(is_still)


def js(source: str) -> JavaScript:
    """Return a function for an option that takes one, such as a reply's `when`.

    Args:
        source: The function in JavaScript.

    Example:
        >>> too_small = {"when": js("(guess) => guess < 0"), "say": "Mind the sign."}
    """
    return JavaScript(source)


def __getattr__(name: str) -> Callable[..., Figure]:
    """Return the function of a view; its manifest in lib/diagrams has its options and its text."""
    view = VIEWS.get(name)
    if view is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def show(subject: object = None, **options: object) -> Figure:
        return _figure(name, subject, options)

    made: Any = show
    made.__name__ = made.__qualname__ = name
    made.__doc__, made.__signature__ = _documentation(view), _signature(view)
    return show


def _documentation(view: View) -> str:
    about = view.words["en"]
    taken = _SUBJECTS.get(view.subject, {}) | {
        # A colon would end the name of the parameter.
        name if ":" in kind else f"{name} ({kind})": f"{about.options[name]}."
        for name, kind in view.options.items()
        if name in options_of(view)
    }
    listed = "\n".join(f"    {name}: {text}" for name, text in taken.items())
    example = "".join(f"\n    {line}" for line in view.example)
    return f"Show {about.about}.\n\nArgs:\n{listed}\n" + (example and f"\nExample:{example}\n")


def _signature(view: View) -> Signature:
    subjects = [Parameter(n, Parameter.POSITIONAL_ONLY) for n in _SUBJECTS.get(view.subject, {})]
    options = [Parameter(n, Parameter.KEYWORD_ONLY, default=None) for n in options_of(view)]
    return Signature([*subjects, *options], return_annotation="Figure")


def _figure(name: str, subject: object, options: dict[str, Any]) -> Figure:
    lang = options.get("lang")
    options = {**options, "lang": known(lang) if lang else language()}
    recipe = Recipe(name, subject, options)
    if _is_still:
        return StillFigure(recipe, say("reload", options["lang"]))
    try:
        from tapewalk.widgets.live import LiveFigure, SteppedFigure
    except ModuleNotFoundError as error:
        if error.name != "anywidget":
            raise
        return StillFigure(recipe)
    return SteppedFigure(recipe) if VIEWS[name].value == "step" else LiveFigure(recipe)


_made = {name: __getattr__(name) for name in VIEWS if name not in globals()}
globals().update(_made)
__all__ += [name for name, view in VIEWS.items() if view.example]

"""The arguments of a figure in Python, as plain data for its front end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tapewalk.figures import views
from tapewalk.figures.views import View
from tapewalk.trace.publish import encodable
from tapewalk.trace.tracing import trace
from tapewalk.widgets.published import Reference, look_up

# By what notebooks call each.
VIEWS = {view.notebook: view for view in views.VIEWS.values() if view.notebook}
# Links lead to figures on pages, and held outputs belong to cells of pages. In a notebook
# there are neither, so the options that name them are taken and left out.
_FOR_PAGES = {"holds"}
_FOR_PAGES_BUT_QUESTIONS = {"id"}


@dataclass(frozen=True)
class JavaScript:
    """A function that the reader's browser runs, written as `js("(guess) => guess < 0")`."""

    source: str


def encode(view: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a figure as plain data.

    Args:
        view: One of `VIEWS`.
        options: As given in Python; they may contain other figures and `js(…)`.

    Raises:
        TypeError: The view takes no such option, it is not a number where the view takes one, or
            JSON can't hold a value.
    """
    known = VIEWS[view]
    unknown = [name for name in options if name not in known.options]
    if unknown:
        raise TypeError(
            f"{view}() takes no option {unknown[0]!r}; it takes {', '.join(sorted(known.options))}"
        )
    for name, value in options.items():
        is_number = isinstance(value, int | float | Reference) or hasattr(value, "tolist")
        if known.options[name] == "number" and value is not None and not is_number:
            raise TypeError(f"{view}({name}={value!r}): `{name}` is a number, for example 3")
    kept = options_of(known)
    return {
        name: plain(value, f"{view}({name}=…)")
        for name, value in options.items()
        if name in kept and value is not None
    }


def options_of(view: View) -> list[str]:
    """Return the options of a view that mean something in a notebook."""
    dropped = _FOR_PAGES if "question" in view.options else _FOR_PAGES | _FOR_PAGES_BUT_QUESTIONS
    return [name for name in view.options if name not in dropped]


def reference_to(figure: Any) -> str:
    """Return how the front end refers to the model of a figure."""
    return f"anywidget:{figure.model_id}"


def subject_of(view: View, subject: object) -> Any:
    """Return what a figure shows, as plain data: a trace for most.

    Args:
        view: The view.
        subject: What the caller gave; of a score, perhaps a function that measures it.

    Raises:
        NotYetPublishedError: It is a name that is still to come.
        TypeError: It is nothing that can be traced.
    """
    if isinstance(subject, Reference):
        return look_up(subject)
    if view.name == "score" and callable(subject):
        return subject()
    if view.subject == "trace" and not isinstance(subject, dict):
        return trace(subject)
    return plain(subject, f"{view.name}(…)")


def plain(value: object, where: str) -> Any:
    """Return `value` as plain data, with references in place of figures and functions.

    Args:
        value: The value in Python.
        where: The argument that it was passed as, for the message.

    Raises:
        TypeError: JSON can't hold it.
        NotYetPublishedError: It refers to a name that is still to come.
    """
    if isinstance(value, Reference):
        return look_up(value)
    # Of all that an option may hold, only figures are models of the front end.
    if hasattr(value, "model_id"):
        return {"$figure": reference_to(value)}
    if isinstance(value, JavaScript):
        return {"$js": value.source}
    if isinstance(value, dict):
        return {str(key): plain(entry, where) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry, where) for entry in value]
    # NumPy's arrays and numbers.
    if hasattr(value, "tolist"):
        return plain(value.tolist(), where)
    if value is None or isinstance(value, bool | int | str | float):
        return encodable(value)
    raise TypeError(f"{where} holds {value!r} of type {type(value).__name__}, which is not data")

"""A figure in a notebook: a view of the bundle, and what stands for it where nothing runs."""

from __future__ import annotations

import html
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tapewalk.trace import Trace
from tapewalk.widgets.bundle import bundle
from tapewalk.widgets.library import library
from tapewalk.widgets.options import VIEWS, encode, subject_of
from tapewalk.widgets.published import NotYetPublishedError, listen
from tapewalk.widgets.still import film_strip
from tapewalk.widgets.table import html_table, rows_table, series_table, text_table
from tapewalk.widgets.words import WORDS

_WIDGET = "application/vnd.jupyter.widget-view+json"


@dataclass(frozen=True)
class Recipe:
    """What a figure was asked to show, in which published names may still be missing."""

    name: str
    subject: Any
    options: dict[str, Any]

    def prepare(self) -> tuple[Any, dict[str, Any]]:
        """Return subject and options as plain data.

        Raises:
            NotYetPublishedError: A name is still to come.
        """
        options = encode(self.name, self.options)
        return subject_of(VIEWS[self.name], self.subject), options


class Figure(anywidget.AnyWidget):
    """A view of a trace or of other data.

    Attributes:
        value: What the view tells: its step for most, the answer's state for a question. Setting
            it moves the figure; a reader who moves the figure sets it.
    """

    _esm = Path(__file__).with_name("loader.js").read_text("utf-8")

    view = traitlets.Unicode().tag(sync=True)
    subject = traitlets.Any(None, allow_none=True).tag(sync=True)
    options = traitlets.Dict().tag(sync=True)
    # How often it was drawn anew; at 0 it still waits for what it shows.
    revision = traitlets.Int(0).tag(sync=True)
    bundle = traitlets.Unicode().tag(sync=True)
    library = anywidget.WidgetTrait().tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    value = traitlets.Any(None, allow_none=True).tag(sync=True)

    def __init__(self, recipe: Recipe) -> None:
        found = bundle()
        super().__init__(
            view=VIEWS[recipe.name].name,
            options=_known_before(recipe.options),
            bundle=found.version if found else "",
            library=library(found) if found else None,
            notes=dict(WORDS[recipe.options["lang"]]),
        )
        self._recipe = recipe
        self._prepare()
        listener = weakref.WeakMethod(self._prepare)
        listen(lambda: (prepare := listener()) is not None and prepare())

    def _prepare(self) -> bool:
        """Take what the recipe asks for, as far as it is there; return whether to try again."""
        try:
            subject, options = self._recipe.prepare()
        except NotYetPublishedError:
            return True
        if self.revision == 0 or (subject, options) != (self.subject, self.options):
            with self.hold_sync():
                self.subject, self.options = subject, options
                self.revision += 1
        return True

    @property
    def lang(self) -> str:
        """The language it speaks."""
        return str(self.options["lang"])

    def __repr__(self) -> str:
        trace = self.trace
        if trace is not None and "question" not in self.options:
            return text_table(trace, self.lang)
        return self._title()

    @property
    def trace(self) -> Trace | None:
        """The trace it shows, if it shows one."""
        is_trace = isinstance(self.subject, dict) and "schema" in self.subject
        return self.subject if is_trace else None

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        live: dict[str, Any] = {}
        if self.library is not None:
            live, _ = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**live, "text/plain": repr(self), **self._still()}, {}

    def _still(self) -> dict[str, str]:
        """Return what a front end without widgets shows."""
        if "question" in self.options:
            question = html.escape(str(self.options["question"]))
            run = html.escape(WORDS[self.lang]["run"])
            return {"text/html": f"<p><strong>{question}</strong><br>{run}</p>"}
        if self.view == "chart" and isinstance(self.subject, dict):
            return {"text/html": series_table(self.subject, self.lang)}
        if isinstance(self.subject, dict) and "rows" in self.subject:
            return {"text/html": rows_table(self.subject, self.lang)}
        if self.trace is None:
            return {}
        picture = film_strip(self.trace, self.lang)
        if picture is not None:
            return {"image/svg+xml": picture}
        return {"text/html": html_table(self.trace, self.lang, self._title())}

    def _title(self) -> str:
        words = WORDS[self.lang]
        if "question" in self.options:
            return f"{self.options['question']}\n{words['run']}"
        return str(self.options.get("title") or words["figure"])


def _known_before(options: dict[str, Any]) -> dict[str, Any]:
    """Return what can be said of a figure that waits: its question, its choices, its language."""
    told: dict[str, Any] = {name: v for name, v in options.items() if isinstance(v, str)}
    choices = options.get("choices")
    if isinstance(choices, list):
        texts = [choice.get("text") for choice in choices]
        told["choices"] = [text for text in texts if isinstance(text, str)]
    return told


class SteppedFigure(Figure):
    """A figure whose value is a step.

    Attributes:
        step: The step it shows, from 0; the same as `value`.
    """

    step = traitlets.Int(0)

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        self.observe(self._take_value, "value")
        # A view that was told no step begins where it likes, and says where that is.
        if "step" in recipe.options:
            self.value = int(recipe.options["step"])

    @traitlets.observe("step")
    def _give_value(self, change: Any) -> None:
        self.value = change.new

    def _take_value(self, change: Any) -> None:
        if change.new is not None:
            self.step = change.new

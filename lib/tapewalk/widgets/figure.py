"""A figure in a notebook, and the still one that replaces it where anywidget is missing."""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cache
from typing import Any

from tapewalk.figures.still import film_strip
from tapewalk.figures.table import data_table, html_table, text_table
from tapewalk.figures.words import say
from tapewalk.trace.format import Trace
from tapewalk.widgets.options import VIEWS, encode, subject_of
from tapewalk.widgets.published import NotYetPublishedError


@dataclass(frozen=True)
class Recipe:
    """The subject and options of a figure, in which published names may still be missing."""

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

    def prepare_early(self) -> dict[str, Any]:
        """Return the options that need no published data: question, choices, language."""
        early: dict[str, Any] = {name: v for name, v in self.options.items() if isinstance(v, str)}
        choices = self.options.get("choices")
        if isinstance(choices, list):
            texts = [choice.get("text") for choice in choices]
            early["choices"] = [text for text in texts if isinstance(text, str)]
        return early


class Figure:
    """A view of a trace or of other data.

    Attributes:
        view: What the bundle calls it.
        subject: What it shows, as plain data; None while it waits for that.
        options: How it shows it.
        value: The value of the view: its step for most, the answer's state for a question. Setting
            it moves the figure; a reader who moves the figure sets it.
    """

    view: Any
    subject: Any
    options: Any
    value: Any

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

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"text/plain": repr(self), **self._still()}, {}

    def _still(self) -> dict[str, str]:
        """Return what a front end without widgets shows."""
        if "question" in self.options:
            question = html.escape(str(self.options["question"]))
            run = html.escape(say("run", self.lang))
            return {"text/html": f"<p><strong>{question}</strong><br>{run}</p>"}
        shown = self._first_case() if self.view == "variants" else self.trace
        if shown is None and isinstance(self.subject, dict):
            table = data_table(self.view, self.subject, self.lang, self._title())
            if table is not None:
                return {"text/html": table}
        if shown is None:
            return self._described() if self.subject else {}
        picture = film_strip(shown, self.lang)
        if picture is not None:
            return {"image/svg+xml": picture}
        return {"text/html": html_table(shown, self.lang, self._title())}

    def _described(self) -> dict[str, str]:
        """Return the title of the view and its subject, for data that no table shows."""
        texts = next(v for v in VIEWS.values() if v.name == self.view).words[self.lang]
        title = html.escape(str(self.options.get("title") or texts.title))
        about = html.escape(texts.about[:1].upper() + texts.about[1:])
        run = html.escape(say("run_figure", self.lang))
        return {"text/html": f"<p><strong>{title}</strong><br>{about}. {run}</p>"}

    def _first_case(self) -> Trace | None:
        """Return the first trace of the case that comes first and has one."""
        data = self.subject if isinstance(self.subject, dict) else {}
        for case in data.get("cases", {}).values():
            for picture in case.get("pictures", []):
                trace: Trace | str | None = picture["trace"]
                if isinstance(trace, str):
                    trace = data["pictures"][trace]
                if isinstance(trace, dict):
                    return trace
        return None

    def _title(self) -> str:
        if "question" in self.options:
            return f"{self.options['question']}\n{say('run', self.lang)}"
        return str(self.options.get("title") or say("figure", self.lang))


class StillFigure(Figure):
    """A picture or table in place of a figure that the front end can't move.

    Args:
        recipe: What it shows.
        hint: A sentence that each picture carries, which says how to get the figure itself.
    """

    # It has no model in the front end.
    model_id = ""

    def __init__(self, recipe: Recipe, hint: str = "") -> None:
        self.view = VIEWS[recipe.name].name
        try:
            self.subject, self.options = recipe.prepare()
        except NotYetPublishedError:
            self.subject, self.options = None, recipe.prepare_early()
        self.value = self.step = recipe.options.get("step")
        self._hint = hint
        if not hint:
            _advise(self.lang)

    def _still(self) -> dict[str, str]:
        still = super()._still()
        if not self._hint:
            return still
        hint = f"<p><em>{html.escape(self._hint)}</em></p>"
        return {"text/html": "".join(still.values()) + hint}


@cache
def _advise(lang: str) -> None:
    """Print once how to get figures. A notebook would show a warning as an alarm."""
    print(say("advice", lang))

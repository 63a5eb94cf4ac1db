"""A figure in a notebook, and the one that stands still where anywidget is missing."""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cache
from typing import Any

from tapewalk.figures.still import film_strip
from tapewalk.figures.table import (
    cases_table,
    checkpoints_table,
    family_table,
    html_table,
    rows_table,
    score_table,
    series_table,
    text_table,
)
from tapewalk.figures.words import say
from tapewalk.trace.format import Trace
from tapewalk.widgets.options import VIEWS, encode, subject_of
from tapewalk.widgets.published import NotYetPublishedError


@dataclass(frozen=True)
class Recipe:
    """What a figure was asked to show, in which published names may still be missing."""

    name: str
    subject: Any
    options: dict[str, Any]

    def prepare(self) -> tuple[Any, dict[str, Any]]:
        """Returns subject and options as plain data.

        Raises:
            NotYetPublishedError: A name is still to come.
        """
        options = encode(self.name, self.options)
        return subject_of(VIEWS[self.name], self.subject), options

    def prepare_early(self) -> dict[str, Any]:
        """Returns what can be said while names are missing: question, choices, language."""
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
        value: What the view tells: its step for most, the answer's state for a question. Setting
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
        """Returns what a front end without widgets shows."""
        if "question" in self.options:
            question = html.escape(str(self.options["question"]))
            run = html.escape(say("run", self.lang))
            return {"text/html": f"<p><strong>{question}</strong><br>{run}</p>"}
        if self.view == "chart" and isinstance(self.subject, dict):
            return {"text/html": series_table(self.subject, self.lang)}
        if self.view == "score" and isinstance(self.subject, dict):
            return {"text/html": score_table(self.subject, self.lang, self._title())}
        if isinstance(self.subject, dict) and "rows" in self.subject:
            return {"text/html": rows_table(self.subject, self.lang)}
        if self.view == "family" and isinstance(self.subject, dict):
            return {"text/html": family_table(self.subject, self.lang, self._title())}
        if self.view == "checkpoints" and isinstance(self.subject, dict):
            return {"text/html": checkpoints_table(self.subject, self.lang, self._title())}
        shown = self._first_case() if self.view == "variants" else self.trace
        if shown is None and self.view == "variants":
            return {"text/html": cases_table(self.subject, self.lang, self._title())}
        if shown is None:
            return {}
        picture = film_strip(shown, self.lang)
        if picture is not None:
            return {"image/svg+xml": picture}
        return {"text/html": html_table(shown, self.lang, self._title())}

    def _first_case(self) -> Trace | None:
        """Returns the first trace of the case that comes first and has one."""
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
    """What stands for a figure without anywidget: its picture or table, and how to get figures."""

    # No front end knows it.
    model_id = ""

    def __init__(self, recipe: Recipe) -> None:
        self.view = VIEWS[recipe.name].name
        try:
            self.subject, self.options = recipe.prepare()
        except NotYetPublishedError:
            self.subject, self.options = None, recipe.prepare_early()
        self.value = self.step = recipe.options.get("step")
        _advise(self.lang)


@cache
def _advise(lang: str) -> None:
    """Says, once, how to get figures; printed, because a notebook shows a warning as an alarm."""
    print(say("advice", lang))

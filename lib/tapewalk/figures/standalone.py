"""A figure as HTML that needs nothing else: for reports, which are files of their own."""

from __future__ import annotations

import html
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tapewalk.figures.bundle import bundle
from tapewalk.figures.table import score_table
from tapewalk.language import language
from tapewalk.trace.format import Trace

_SCRIPT = Path(__file__).with_name("standalone.js")


def score_html(score: Trace, lang: str | None = None, **options: Any) -> str:
    """Returns a score as HTML that draws itself wherever scripts run, and is a table elsewhere.

    It asks no host for anything: the code that draws is in it, about 300 kB. A document may hold
    several; each brings its own.

    Args:
        score: What `tapewalk.score` returned, or `{"runs": …}` or `{"engines": …}` of several.
        lang: "en" or "es"; the chosen language if left out.
        **options: Those of the view: `by`, `unit`, `step`, `layers`, `title`, …

    Example:
        >>> from tapewalk import Tensor, score
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> "<table" in score_html(score(lambda: x.exp().sum()))
        True
    """
    lang = lang or language()
    title = str(options.get("title", ""))
    table = score_table(score, lang, title)
    return standalone("score", score, table, lang=lang, **options)


def standalone(view: str, subject: Any, instead: str, *, lang: str, **options: Any) -> str:
    """Returns a figure as HTML that draws itself, with what stands there until it has.

    Args:
        view: What the bundle calls it.
        subject: What it shows, as plain data.
        instead: HTML for readers without scripts, and for an installation without the bundle.
        lang: "en" or "es".
        **options: Those of the view, as plain data.
    """
    code = bundle()
    if code is None:
        return instead
    figure = {"view": view, "subject": subject, "options": {"lang": lang, **options}}
    return (
        f'<div data-tapewalk-alone="" lang="{html.escape(lang)}">{instead}'
        f"{_data('figure', figure)}{_data('bundle', asdict(code))}</div>"
        f'<script type="module">{_SCRIPT.read_text("utf-8")}</script>'
    )


def _data(name: str, value: Any) -> str:
    # What looks like the end of a script would end it.
    text = json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    return f'<script type="application/json" data-{name}>{text}</script>'

"""A report as a page of its own: what looks wrong, the step, the graph, the tables."""

from __future__ import annotations

import html
from collections.abc import Iterator

from tapewalk.figures.alone import draws, page, place
from tapewalk.inspect.findings import Findings
from tapewalk.inspect.sections import headline, sections, title
from tapewalk.inspect.showing import html_findings, html_table
from tapewalk.inspect.words import say
from tapewalk.language import known, language
from tapewalk.trace.publish import encodable


def as_page(report: Findings, lang: str | None = None) -> str:
    """Returns a report as a page that needs nothing beside it."""
    lang = language() if lang is None else known(lang)
    first, *others = title(report, lang)
    heading = first if report.unknown is None else headline(report, lang)
    lines = others if heading == first else [first, *others]
    parts = [f"<h1>{html.escape(heading)}</h1>"]
    parts += [f'<p class="lead">{html.escape(line)}</p>' for line in lines]
    if report.unknown is not None:
        parts += html_findings(report, lang)
    parts += _figures(report, lang)
    for section in sections(report, lang):
        parts.append(f"<section><h2>{html.escape(section.heading)}</h2>")
        parts += [f"<p>{html.escape(sentence)}</p>" for sentence in section.sentences]
        if section.rows:
            parts.append(f'<div class="table">{"".join(html_table(section, named=False))}</div>')
        parts.append("</section>")
    data = {} if report.score is None else {"step": encodable(report.score)}
    return page(heading, "".join(parts), data, lang)


def as_frame(report: Findings) -> str:
    """Returns the page in a frame, as a notebook shows it: its styles stay inside."""
    lang = language()
    told, name = html.escape(as_page(report)), html.escape(title(report, lang)[0])
    style = "width: 100%; height: min(80vh, 60rem); border: 0"
    return f'<iframe srcdoc="{told}" title="{name}" style="{style}"></iframe>'


def _figures(report: Findings, lang: str) -> Iterator[str]:
    if report.score is None:
        yield f"<p>{html.escape(say('no_score', lang))}</p>"
    elif not draws():
        yield f"<p>{html.escape(say('undrawn_page', lang))}</p>"
    else:
        for view in ("score", "graph"):
            heading = say(view, lang)
            yield f"<h2>{html.escape(heading)}</h2>{place(view, 'step', heading)}"

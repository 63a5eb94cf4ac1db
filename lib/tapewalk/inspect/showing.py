"""A report as text and as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator

from tapewalk.inspect.findings import Findings
from tapewalk.inspect.sections import Section, sections, title
from tapewalk.language import known, language


def as_text(report: Findings, lang: str | None = None) -> str:
    """Returns a report as lines of text."""
    lang = language() if lang is None else known(lang)
    lines = title(report, lang)
    for section in sections(report, lang):
        lines += ["", section.heading, *[f"  {sentence}" for sentence in section.sentences]]
        lines += [f"  {line}" for line in _table(section)]
    return "\n".join(lines)


def as_html(report: Findings, lang: str | None = None) -> str:
    """Returns a report as HTML: a section with tables, each with a caption."""
    lang = language() if lang is None else known(lang)
    first, *others = title(report, lang)
    parts = [f"<p><strong>{html.escape(first)}</strong></p>"]
    parts += [f"<p>{html.escape(line)}</p>" for line in others]
    for section in sections(report, lang):
        paragraphs = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in section.sentences)
        if section.rows:
            parts += [*_html_table(section), paragraphs]
        else:
            parts.append(f"<p><strong>{html.escape(section.heading)}</strong></p>{paragraphs}")
    return f'<div class="tapewalk-report" lang="{lang}">{"".join(parts)}</div>'


def _table(section: Section) -> Iterator[str]:
    """Yields the lines of a table: columns as wide as their widest cell, numbers to the right."""
    if not section.rows:
        return
    lines = [section.heads, *section.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            cell.rjust(width) if at in section.numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _html_table(section: Section) -> Iterator[str]:
    yield f"<table><caption>{html.escape(section.heading)}</caption><thead><tr>"
    yield from (f'<th scope="col">{html.escape(head)}</th>' for head in section.heads)
    yield "</tr></thead><tbody>"
    for first, *rest in section.rows:
        cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in rest)
        yield f'<tr><th scope="row">{html.escape(first)}</th>{cells}</tr>'
    yield "</tbody></table>"

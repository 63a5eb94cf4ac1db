"""A report as text and as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final

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


def as_page(report: Findings, lang: str | None = None) -> str:
    """Returns a report as a page of its own, which needs nothing beside it."""
    lang = language() if lang is None else known(lang)
    (heading, *_) = title(report, lang)
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>'
        f"{html.escape(heading)}</title><style>{_STYLE}</style><main>"
        f"{as_html(report, lang)}</main></html>"
    )


# As few rules as a table needs, in the colours that the reader's system has.
_STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin-block: 1.5rem 0.5rem; }
caption { text-align: start; font-weight: 600; }
th, td { text-align: start; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; }
thead th { border-bottom: 1px solid; font-weight: 400; }
tbody th { font-weight: 400; }
p { max-width: 45rem; margin-block: 0.5rem; }
@media print { main { margin: 0; } tr { break-inside: avoid; } }
"""


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

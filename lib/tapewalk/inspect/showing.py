"""A report as text, as HTML, as a page of its own, and its graph for Graphviz."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tapewalk.figures.alone import draws, page, place
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.sections import (
    Section,
    cause,
    fix,
    found,
    headline,
    largest_tensors,
    lesson_on,
    sections,
    title,
    unknown,
)
from tapewalk.inspect.words import say
from tapewalk.language import known, language
from tapewalk.trace.publish import encodable

if TYPE_CHECKING:
    from tapewalk.inspect.report import Report

_NUMBER = ' class="number"'
# Shapes, not colours, show the categories: they can be printed, and everyone can see them.
_SHAPES: Final = {
    **{"accumulate": "ellipse", "fused_attention": "doubleoctagon", "residual": "diamond"},
    **{"layout_free": "plaintext", "layout_copy": "note", "dtype_copy": "note", "loss": "house"},
    **{"custom": "component", "unknown": "tripleoctagon"},
}
_JOINT = re.compile(r"([._/](?!py:)(?=\w)|[a-z](?=Backward))")


def as_text(report: Report, lang: str | None) -> str:
    """Return a report as lines of text."""
    lang = language() if lang is None else known(lang)
    lines = title(report, lang)
    for section in [*found(report, lang), *sections(report, lang)]:
        lines += ["", section.heading, *[f"  {sentence}" for sentence in section.sentences]]
        lines += [f"  {line}" for line in text_table(section)]
    return "\n".join(lines)


def as_html(report: Report, lang: str | None) -> str:
    """Return a report as HTML: a section with tables, each with a caption."""
    lang = language() if lang is None else known(lang)
    first, *others = title(report, lang)
    parts = [f"<p><strong>{html.escape(first)}</strong></p>"]
    parts += [f"<p>{html.escape(line)}</p>" for line in others]
    if report.unknown is not None:
        parts.append(f"<p><strong>{html.escape(headline(report, lang))}</strong></p>")
        parts += _html_findings(report, lang)
    for section in sections(report, lang):
        paragraphs = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in section.sentences)
        if section.rows:
            parts += [*html_table(section), paragraphs]
        else:
            parts.append(f"<p><strong>{html.escape(section.heading)}</strong></p>{paragraphs}")
    return f'<div class="tapewalk-report" lang="{lang}">{"".join(parts)}</div>'


def as_page(report: Report, lang: str | None) -> str:
    """Return a report as a page that needs no other file."""
    lang = language() if lang is None else known(lang)
    first, *others = title(report, lang)
    heading = first if report.unknown is None else headline(report, lang)
    lines = others if heading == first else [first, *others]
    command = f"<code>{html.escape(report.command)}</code>" if report.command else ""
    of = ", ".join(filter(None, [html.escape(report.subject), report.made, command]))
    parts = [f"<h1>{html.escape(heading)}</h1>", f'<p class="lead">{of}</p>']
    parts += [f'<p class="lead">{html.escape(line)}</p>' for line in lines]
    if report.unknown is not None:
        parts += _html_findings(report, lang)
    first_of_all = [] if report.score is None else [largest_tensors(report, lang)]
    parts += [part for section in first_of_all for part in _html_section(section)]
    parts += _figures(report, lang)
    for section in sections(report, lang):
        if section not in first_of_all:
            parts += _html_section(section)
    data = {} if report.score is None else {"step": encodable(report.score)}
    named = ", ".join(filter(None, [report.subject, heading]))
    return page(named, "".join(parts), data, lang)


def as_dot(report: Report) -> str:
    """Return the graph in the language of Graphviz: edges go where gradients go."""
    lines = ["digraph backward {", '  node [shape=box, fontname="sans-serif"];']
    for node in report.nodes:
        words = [node.label or node.op, str(list(node.shape))]
        label = "\\n".join(word.replace("\\", "\\\\").replace('"', '\\"') for word in words)
        shape = _SHAPES.get(node.category, "box")
        lines.append(f'  n{node.position} [label="{label}", shape={shape}];')
        lines += [f"  n{node.position} -> n{n};" for n in node.next_functions if n is not None]
    return "\n".join([*lines, "}"])


def _html_section(section: Section) -> Iterator[str]:
    yield f"<section><h2>{html.escape(section.heading)}</h2>"
    yield from (f"<p>{html.escape(sentence)}</p>" for sentence in section.sentences)
    if section.rows:
        yield f'<div class="table">{"".join(html_table(section, named=False))}</div>'
    yield "</section>"


def text_table(section: Section) -> Iterator[str]:
    """Yield the lines of a table: columns as wide as their widest cell, numbers to the right."""
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


def _html_findings(report: Report, lang: str) -> Iterator[str]:
    """Yield the findings as a list, then the sentences on what could not be judged."""
    if report.findings:
        yield "<ol>"
        yield from (_html_finding(finding, lang) for finding in report.findings)
        yield "</ol>"
    yield from (f"<p>{html.escape(sentence)}</p>" for sentence in unknown(report, lang))


def _html_finding(finding: Finding, lang: str) -> str:
    where = [part for part in (finding.place, finding.module) if part]
    codes = " ".join(f"<code>{html.escape(part)}</code>" for part in where)
    lines = [
        html.escape(cause(finding, lang)),
        f"<strong>{say('fix', lang)}</strong> {html.escape(fix(finding, lang))}",
    ]
    if address := lesson_on(finding, lang):
        lines.append(f"{say('lesson', lang)} {_link(address)}")
    where_to = f"<em>{say(finding.confidence, lang)}</em> {codes}"
    paragraphs = "".join(f"<p>{line}</p>" for line in [where_to, *lines])
    of = f'data-finding="{finding.kind}" data-confidence="{finding.confidence}"'
    return f"<li {of}>{paragraphs}</li>"


def _link(address: str) -> str:
    """Return a link to a page, or a path in a checkout as code."""
    if address.startswith("http"):
        return f'<a href="{html.escape(address)}">{_breakable(address)}</a>'
    return f"<code>{html.escape(address)}</code>"


def html_table(section: Section, named: bool = True) -> Iterator[str]:
    """Yield the table of a section in HTML.

    Args:
        section: The section.
        named: Whether its heading is the caption; else it is above the table already.
    """
    heading = html.escape(section.heading)
    yield f"<table><caption>{heading}</caption>" if named else f'<table aria-label="{heading}">'
    yield "<thead><tr>"
    yield from (f'<th scope="col">{html.escape(head)}</th>' for head in section.heads)
    yield "</tr></thead><tbody>"
    for row in section.rows:
        # The first cell that is not a number names the row.
        names = min(at for at, _ in enumerate(row) if at not in section.numbers)
        cells = [
            f"<td{_NUMBER}>{html.escape(cell)}</td>"
            if at in section.numbers
            else f"<td>{_breakable(cell)}</td>"
            for at, cell in enumerate(row)
        ]
        cells[names] = f'<th scope="row">{_breakable(row[names])}</th>'
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table>"


def _breakable(cell: str) -> str:
    """Return a cell whose names may go on in the next line, after a dot for instance."""
    return _JOINT.sub(r"\1<wbr/>", html.escape(cell))


def _figures(report: Report, lang: str) -> Iterator[str]:
    if report.score is None:
        yield f"<p>{html.escape(say('no_score', lang))}</p>"
    elif not draws():
        yield f"<p>{html.escape(say('undrawn_page', lang))}</p>"
    else:
        # What a module holds is found in the code at once; the reader can choose the kinds.
        for view, options in (("score", {"by": "group"}), ("graph", {})):
            heading = say(view, lang)
            yield f"<h2>{html.escape(heading)}</h2>{place(view, 'step', heading, **options)}"

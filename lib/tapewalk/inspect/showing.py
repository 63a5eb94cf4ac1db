"""A report as text and as HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata

from tapewalk.inspect.finding import LESSONS, Finding
from tapewalk.inspect.findings import Findings
from tapewalk.inspect.sections import (
    Section,
    cause,
    found,
    headline,
    sections,
    title,
    unknown,
)
from tapewalk.inspect.words import say
from tapewalk.language import known, language

_NUMBER = ' class="number"'
_JOINT = re.compile(r"([._/](?=\w)|[a-z](?=Backward))")


def as_text(report: Findings, lang: str | None = None) -> str:
    """Returns a report as lines of text."""
    lang = language() if lang is None else known(lang)
    lines = title(report, lang)
    for section in [*found(report, lang), *sections(report, lang)]:
        lines += ["", section.heading, *[f"  {sentence}" for sentence in section.sentences]]
        lines += [f"  {line}" for line in _table(section)]
    return "\n".join(lines)


def as_html(report: Findings, lang: str | None = None) -> str:
    """Returns a report as HTML: a section with tables, each with a caption."""
    lang = language() if lang is None else known(lang)
    first, *others = title(report, lang)
    parts = [f"<p><strong>{html.escape(first)}</strong></p>"]
    parts += [f"<p>{html.escape(line)}</p>" for line in others]
    if report.unknown is not None:
        parts.append(f"<p><strong>{html.escape(headline(report, lang))}</strong></p>")
        parts += html_findings(report, lang)
    for section in sections(report, lang):
        paragraphs = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in section.sentences)
        if section.rows:
            parts += [*html_table(section), paragraphs]
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


def html_findings(report: Findings, lang: str) -> Iterator[str]:
    """Yields what looks wrong as a list, then what could not be judged."""
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
        f"<strong>{say('fix', lang)}</strong> {html.escape(say(f'fix_{finding.kind}', lang))}",
        f"{say('lesson', lang)} {_lesson(LESSONS[finding.kind], lang)}",
    ]
    paragraphs = "".join(f"<p>{line}</p>" for line in ([codes] if where else []) + lines)
    return f'<li data-finding="{finding.kind}">{paragraphs}</li>'


def _lesson(path: str, lang: str) -> str:
    home = _home()
    shown = f"<code>{path}</code>"
    end = "" if lang == "en" else f".{lang}"
    return shown if home is None else f'<a href="{home}{path}{end}.html">{path}</a>'


@cache
def _home() -> str | None:
    """Returns the address of the course, which its wheel tells; `None` in a checkout."""
    try:
        told = metadata("tapewalk").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    homes = [line.partition(", ")[2] for line in told if line.startswith("Homepage, http")]
    return html.escape(homes[0].rstrip("/") + "/") if homes else None


def html_table(section: Section, named: bool = True) -> Iterator[str]:
    """Yields the table of a section in HTML.

    Args:
        section: The section.
        named: Whether its heading is the caption; else it stands above the table already.
    """
    heading = html.escape(section.heading)
    yield f"<table><caption>{heading}</caption>" if named else f'<table aria-label="{heading}">'
    yield "<thead><tr>"
    yield from (f'<th scope="col">{html.escape(head)}</th>' for head in section.heads)
    yield "</tr></thead><tbody>"
    for first, *rest in section.rows:
        cells = "".join(
            f"<td{_NUMBER}>{html.escape(cell)}</td>"
            if at in section.numbers
            else f"<td>{_breakable(cell)}</td>"
            for at, cell in enumerate(rest, 1)
        )
        yield f'<tr><th scope="row">{_breakable(first)}</th>{cells}</tr>'
    yield "</tbody></table>"


def _breakable(cell: str) -> str:
    """Returns a cell whose names may go on in the next line, after a dot for instance."""
    return _JOINT.sub(r"\1<wbr/>", html.escape(cell))

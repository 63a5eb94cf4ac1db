"""Findings in continuous integration: those that a project has accepted, and notes on its lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.sections import cause, fix

LEVELS: Final = ("error", "warning", "note")
_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}


def write_accepted(findings: Iterable[Finding], path: Path) -> None:
    """Write findings into a file, by kind, module and file: lines move with every change."""
    entries = sorted(map(_identity, findings))
    path.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def not_accepted(findings: Iterable[Finding], path: Path) -> list[Finding]:
    """Return the findings that are not in a file that `write_accepted` wrote."""
    known = [tuple(entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
    return [finding for finding in findings if _identity(finding) not in known]


def _identity(finding: Finding) -> tuple[str, str, str]:
    return finding.kind, finding.module, (finding.place or "").rpartition(":")[0]


def github_lines(findings: Iterable[Finding], lang: str) -> Iterator[str]:
    """Yield a workflow command for each finding, with which GitHub shows it at its line."""
    for finding in findings:
        file, _, line = (finding.place or "").rpartition(":")
        where = f"file={_escaped(file)},line={line}," if file else ""
        text = _escaped(f"{cause(finding, lang)} {fix(finding, lang)}")
        yield f"::{_COMMANDS[finding.confidence]} {where}title=tapewalk {finding.kind}::{text}"


def _escaped(text: str) -> str:
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(sign, code)
    return text

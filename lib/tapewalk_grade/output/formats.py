"""Results as a table, JSON, CSV, JUnit's XML, and what GitHub Classroom reads."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from statistics import mean
from typing import Any, Final
from xml.etree import ElementTree as ET

from tapewalk.language import number
from tapewalk.version import __version__
from tapewalk_grade.output.class_view import class_view
from tapewalk_grade.result import Options, Result
from tapewalk_grade.words import say

Format = Callable[[Sequence[Result], Options], str]

# Characters that XML 1.0 does not allow, not even as a reference.
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A spreadsheet would compute a cell that begins with one of these; in some countries, a semicolon
# or a tab begins another cell.
_FORMULA: Final = re.compile(r"(^|[;,\t\r\n|])(\s*)(?=[=+\-@\t\r])")


def table(results: Sequence[Result], options: Options) -> str:
    """Return the results as tables for people, one per module, with a line per notebook."""
    groups: dict[tuple[str, ...], list[Result]] = {}
    for result in results:
        modules = dict.fromkeys(mark.id.partition(".")[0] for mark in result.marks)
        groups.setdefault(tuple(modules), []).append(result)
    # Notebooks that could not be graded have no module; if there is only one, they go there.
    if len(groups) == 2 and () in groups:
        groups = {max(groups): list(results)}
    tables = [_table(group, options) for group in groups.values()]
    text = [*heads_of(results, options), "\n\n".join(tables), summary(results, options)]
    return "\n".join(text) + "\n"


def _table(results: Sequence[Result], options: Options) -> str:
    ids = _ids(results)
    heads = [say(f"head_{name}", options.lang) for name in ("file", "points", "message")]
    lines = [[heads[0], *ids, heads[1], heads[2]]]
    for result in results:
        marks = {mark.id: f"{mark.points}/{mark.of}" for mark in result.marks}
        points = f"{result.points}/{result.of}" if result.marks else "–"
        lines.append(
            [_flat(result.path), *(marks.get(id, "–") for id in ids), points, _about(result)]
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join(text)


def heads_of(results: Sequence[Result], options: Options) -> list[str]:
    """Return the lines above everything else: what was not protected from the notebooks."""
    found = sorted({key for result in results for key in result.open})
    if not found:
        return []
    what = ", ".join(say(key, options.lang) for key in found)
    return [say("open_head", options.lang, what=what)]


def summary(results: Sequence[Result], options: Options) -> str:
    """Return a line about all results."""
    graded = [result for result in results if result.is_graded]
    points = (
        number(mean(result.points for result in graded), ".3g", options.lang) if graded else "–"
    )
    return say(
        "summary",
        options.lang,
        graded=len(graded),
        count=len(results),
        points=points,
        of=max((result.of for result in graded), default=0),
        seed=options.seed,
    )


def as_json(results: Sequence[Result], options: Options) -> str:
    """Return all data as JSON."""
    document = {
        "tapewalk": __version__,
        "seed": options.seed,
        "lang": options.lang,
        "open": sorted({key for result in results for key in result.open}),
        "results": [result.as_dict() for result in results],
    }
    return json.dumps(document, indent=1) + "\n"


def as_csv(results: Sequence[Result], options: Options) -> str:
    """Return a row for each notebook, with a column for each exercise and each of its stages."""
    marks = [mark for result in results for mark in result.marks]
    ids = sorted({*_ids(results), *(f"{m.id} {stage.name}" for m in marks for stage in m.stages)})
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = ("file", "status", "points", "of")
    last = ("seconds", "message")
    head = [say(f"head_{name}", options.lang) for name in names]
    writer.writerow([*head, *ids, *(say(f"head_{name}", options.lang) for name in last)])
    for result in results:
        points = {mark.id: mark.points for mark in result.marks}
        for mark in result.marks:
            points |= {f"{mark.id} {stage.name}": stage.points for stage in mark.stages}
        own = [cell(result.path), result.status, result.points, result.of]
        row = [points.get(id, "") for id in ids]
        writer.writerow([*own, *row, f"{result.seconds:.2f}", cell(_about(result))])
    return out.getvalue()


def junit(results: Sequence[Result], options: Options) -> str:
    """Return JUnit's XML: a suite per notebook, with a test per exercise."""
    suites = ET.Element("testsuites", name="tapewalk_grade")
    for result in results:
        parts = [(mark, part) for mark in result.marks for part in mark.parts]
        failed = sum(not part.right for _, part in parts)
        suite = ET.SubElement(
            suites,
            "testsuite",
            name=_xml(result.path),
            time=f"{result.seconds:.3f}",
            tests=str(len(parts) + (not result.is_graded)),
            failures=str(failed),
            errors=str(int(not result.is_graded)),
            skipped="0",
        )
        if not result.is_graded:
            test = ET.SubElement(suite, "testcase", classname=_xml(result.path), name="notebook")
            ET.SubElement(test, "error", type=result.status, message=_xml(result.message))
        for mark, part in parts:
            name = f"{mark.id} {part.said}"
            test = ET.SubElement(suite, "testcase", classname=_xml(result.path), name=name)
            if not part.right:
                message = f"{part.points}/{part.of}"
                failure = ET.SubElement(test, "failure", type=mark.hint or "", message=message)
                failure.text = _xml(mark.said)
        if result.notes:
            ET.SubElement(suite, "system-out").text = _xml("\n".join(result.notes))
    if heads := heads_of(results, options):
        properties = ET.Element("properties")
        ET.SubElement(properties, "property", name="open", value=heads[0])
        suites.insert(0, properties)
    ET.indent(suites, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(suites, "unicode") + "\n"


def classroom(results: Sequence[Result], options: Options) -> str:
    """Return the points in the form of GitHub Classroom's autograding-grading-reporter.

    Its fields are those of github.com/classroom-resources/autograding-command-grader.
    """
    tests = [test for result in results for test in _tests(result)]
    status = "pass"
    if any(test["status"] == "error" for test in tests):
        status = "error"
    elif any(test["status"] == "fail" for test in tests):
        status = "fail"
    most = sum(result.of for result in results)
    document = {"version": 1, "status": status, "max_score": most, "tests": tests}
    return json.dumps(document) + "\n"


def gradescope(results: Sequence[Result], options: Options) -> str:
    """Return the `results.json` of Gradescope, which runs a grading for each learner.

    Its fields are those of gradescope-autograders.readthedocs.io/en/latest/specs.
    """
    tests = [
        {
            "name": f"{mark.id} {part.said}",
            "score": part.points,
            "max_score": part.of,
            "status": "passed" if part.right else "failed",
            "output": "" if part.right else mark.said,
        }
        for result in results
        for mark in result.marks
        for part in mark.parts
    ]
    output = "\n".join(filter(None, (_about(result) for result in results)))
    score = sum(result.points for result in results)
    return json.dumps({"score": score, "output": output, "tests": tests}, indent=1) + "\n"


# Formats without a place for the lines above everything else: the terminal shows them.
HEADLESS: Final = ("csv", "classroom", "gradescope", "html")

FORMATS: Final[dict[str, Format]] = {
    "table": table,
    "json": as_json,
    "csv": as_csv,
    "junit": junit,
    "classroom": classroom,
    "gradescope": gradescope,
    "html": class_view,
}


def _tests(result: Result) -> list[dict[str, Any]]:
    """Return the tests of a notebook for GitHub Classroom: its parts, and why it has none."""
    rows: list[tuple[str, str, float, str | None]] = []
    if not result.is_graded:
        rows.append(("notebook", "error", 0, result.message))
    for mark in result.marks:
        for part in mark.parts:
            status, said = ("pass", None) if part.right else ("fail", mark.said or None)
            rows.append((f"{mark.id} {part.said}", status, part.points, said))
    place = {"test_code": "", "filename": _flat(result.path), "line_no": 0, "duration": 0}
    return [
        {"name": name, "status": status, "score": score, "message": message, **place}
        for name, status, score, message in rows
    ]


def _ids(results: Sequence[Result]) -> list[str]:
    return sorted({mark.id for result in results for mark in result.marks})


def _about(result: Result) -> str:
    """Return the message and the notes in one line."""
    return _flat("; ".join(filter(None, [result.message, *result.notes])))


def _flat(text: str) -> str:
    """Return text without line breaks and control characters."""
    return "".join(char if char.isprintable() else "�" for char in text.replace("\n", " "))


def cell(text: str) -> str:
    """Return the text of a spreadsheet's cell, which no dialect reads as a formula.

    Example:
        >>> cell("=1+1; @SUM(A1)")
        "'=1+1; '@SUM(A1)"
    """
    return _FORMULA.sub(r"\1\2'", text)


def _xml(text: str) -> str:
    return _NOT_XML.sub("�", text)

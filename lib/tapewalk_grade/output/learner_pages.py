"""A page for each learner: the result of every exercise, with the hints, in their language."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from tapewalk_course.checking.card import text_as_html
from tapewalk_course.exercises.catalog import task_title
from tapewalk_grade.output.page import page
from tapewalk_grade.result import Mark, Result
from tapewalk_grade.words import say


def write_pages(folder: Path, results: Iterable[Result], paths: Sequence[str]) -> None:
    """Write the pages into the same subfolders as the notebooks.

    Moodle then accepts the folder, zipped, as feedback for the assignment.

    Args:
        folder: The folder of the pages, which is created.
        results: The results of all notebooks, each in the language of its page.
        paths: The notebooks and folders on the command line.

    Raises:
        OSError: The folder can't be written.
    """
    given = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100
    root = os.path.commonpath([path if path.is_dir() else path.parent for path in given])
    for result in results:
        beside = Path(os.path.relpath(result.path, root)).with_suffix(".html")
        target = folder / beside
        target.parent.mkdir(parents=True, exist_ok=True)
        text = learner_page(result)
        target.write_bytes(text.encode("utf-8", "backslashreplace"))


def learner_page(result: Result) -> str:
    """Return the page about one notebook."""
    lang = result.lang
    title = say("page_title", lang, points=result.points, of=result.of)
    lines = [line for line in (Path(result.path).name, result.message, *result.notes) if line]
    return page(title, lines, "".join(_exercise(mark, lang) for mark in result.marks), lang)


def _exercise(mark: Mark, lang: str) -> str:
    sign, kind = ("✓", "right") if mark.passed else ("✗", "wrong")
    title = escape(f"{mark.id} {task_title(mark.id, lang)}".strip())
    name = f"{title} <code>{escape(mark.names)}</code>"
    points = escape(say("page_points", lang, points=mark.points, of=mark.of))
    stages = "".join(
        f'<li class="{"right" if one.right else "wrong"}">{"✓" if one.right else "✗"} '
        f"{escape(one.said)} <small>{one.points} / {one.of}</small></li>"
        for one in mark.stages
    )
    stages = stages and f"<ul>{stages}</ul>"
    # The hint, which is the last row, comes first: it explains the rows below.
    *tried, hint = mark.rows or [("", mark.said, False)]
    said = f"<p class=hint>{text_as_html(hint[1])}</p>" if hint[1] else ""
    drawn = mark.drawing and f"{mark.drawing}<p>{escape(say('page_drawing', lang))}</p>"
    rows = "".join(f"<dt>{escape(n)}</dt><dd>{text_as_html(text, c)}</dd>" for n, text, c in tried)
    rows = f"<dl>{rows}</dl>" if rows else ""
    shown = f"<summary>{escape(say('page_code', lang))}</summary>{text_as_html(mark.code, True)}"
    code = mark.code and f"<details>{shown}</details>"
    return (
        f'<section class="{kind}"><h2><span aria-hidden="true">{sign}</span> {name} '
        f"<small>{points}</small></h2>{stages}{said}{drawn}{rows}{code}</section>"
    )

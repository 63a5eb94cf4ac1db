"""The class view: who made which mistake, by exercise, and how points are spread."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from tapewalk_course.checking.card import text_as_html
from tapewalk_course.exercises.catalog import hints, task_title
from tapewalk_grade.output.page import page
from tapewalk_grade.result import Mark, Options, Result
from tapewalk_grade.words import say, words

_BRACES: Final = re.compile(r"\{\w+\}")
# The least shares of the points, in percent, of the groups that are counted.
_GROUPS: Final = (100, 75, 50, 25, 0)


def class_view(results: Sequence[Result], options: Options) -> str:
    """Return the page: the spread of points, and by exercise each mistake and who made it."""
    folders = [os.path.dirname(result.path) for result in results]  # noqa: PTH120
    root = f"{os.path.commonprefix([f'{folder}/' for folder in folders]).rpartition('/')[0]}/"
    marks: dict[str, list[tuple[str, Mark]]] = {}
    for result in results:
        for mark in result.marks:
            marks.setdefault(mark.id, []).append((result.path.removeprefix(root), mark))
    parts = [_spread(results, options.lang), _overview(marks, options.lang)]
    parts = parts if len(marks) > 1 else []
    parts += [_exercise(id, marks[id], options.lang) for id in sorted(marks)]
    graded = sum(result.is_graded for result in results)
    said = say("class_said", options.lang, graded=graded, count=len(results), seed=options.seed)
    return page(say("class_title", options.lang), [said], "".join(parts), options.lang)


def _spread(results: Sequence[Result], lang: str) -> str:
    """Return a table of how many have which share of the points."""
    shares = [100 * one.points / one.of for one in results if one.of]
    rows = []
    for most, least in zip((101, *_GROUPS), _GROUPS, strict=False):
        name = f"{least}–{most - 1}%" if least < 100 else "100%"
        rows.append(
            _row("right", name, sum(least <= min(100, one) < most for one in shares), len(shares))
        )
    return _table(("group", "learners", "share"), rows, lang)


def _overview(marks: Mapping[str, Sequence[tuple[str, Mark]]], lang: str) -> str:
    """Return a table with a row for each exercise: how many got it right."""
    rows = []
    for id in sorted(marks):
        right = sum(mark.passed for _, mark in marks[id])
        name = f'<a href="#e{id}">{_name(marks[id][0][1], lang)}</a>'
        rows.append(_row("right", name, right, len(marks[id])))
    return _table(("exercise", "right", "share"), rows, lang)


def _table(heads: Sequence[str], rows: Sequence[str], lang: str) -> str:
    cells = "".join(f'<th scope="col">{escape(say(f"class_{each}", lang))}</th>' for each in heads)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _exercise(id: str, marks: Sequence[tuple[str, Mark]], lang: str) -> str:
    counts = Counter(mark.hint for _, mark in marks)
    right = counts.pop(None, 0)
    rows = [_row("right", escape(say("class_right", lang)), right, len(marks))]
    stages = Counter((one.name, one.said) for _, mark in marks for one in mark.stages if one.right)
    asked = dict.fromkeys((one.name, one.said) for _, mark in marks for one in mark.stages)
    rows += [_row("right", escape(said), stages[name, said], len(marks)) for name, said in asked]
    for hint, count in counts.most_common():
        who = escape(", ".join(path for path, mark in marks if mark.hint == hint))
        who = f"<details><summary>{escape(say('class_who', lang))}</summary>{who}</details>"
        rows.append(_row("wrong", text_as_html(_said(hint or "", lang)) + who, count, len(marks)))
    table = _table(("mistake", "learners", "share"), rows, lang)
    return f'<section id="e{id}"><h2>{_name(marks[0][1], lang)}</h2>{table}</section>'


def _name(mark: Mark, lang: str) -> str:
    return f"{escape(f'{mark.id} {task_title(mark.id, lang)}')} <code>{escape(mark.names)}</code>"


def _row(kind: str, html: str, count: int, of: int) -> str:
    bar = f'<div style="width:{100 * count / of:.1f}%"></div>' if count else ""
    return (
        f'<tr class="{kind}"><th scope="row">{html}</th><td class="count">{count} / {of}'
        f'</td><td class="bar">{bar}</td></tr>'
    )


def _said(hint: str, lang: str) -> str:
    """Return the text of a hint, with "…" where it differs from learner to learner."""
    if hint == "hint_unwritten":
        return say("class_unwritten", lang)
    if hint in words.own[lang]:
        return words.own[lang][hint].replace("{id}: ", "").partition(":")[0]
    return _BRACES.sub("…", hints(lang).get(hint, hint))

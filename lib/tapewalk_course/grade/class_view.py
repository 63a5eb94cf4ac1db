"""The class view: which mistake met how many learners, by exercise; a page that needs no other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from tapewalk_course.checking.card import text_as_html
from tapewalk_course.checks.catalog import hints
from tapewalk_course.grade.page import page
from tapewalk_course.grade.result import Mark, Options, Result
from tapewalk_course.grade.words import say, words

_BRACES: Final = re.compile(r"\{\w+\}")


def class_view(results: Sequence[Result], options: Options) -> str:
    """Returns the page: for each exercise who got it right, and every mistake by its frequency.

    Args:
        results: Of the whole class.
        options: How they were graded.
    """
    marks: dict[str, list[Mark]] = {}
    for result in results:
        for mark in result.marks:
            marks.setdefault(mark.id, []).append(mark)
    parts = [_overview(marks, options.lang)] if len(marks) > 1 else []
    parts += [_exercise(id, marks[id], options.lang) for id in sorted(marks)]
    graded = sum(result.is_graded for result in results)
    said = say("class_said", options.lang, graded=graded, count=len(results), seed=options.seed)
    return page(say("class_title", options.lang), [said], "".join(parts), options.lang)


def _overview(marks: Mapping[str, Sequence[Mark]], lang: str) -> str:
    """Returns a table with a row for each exercise: how many got it right."""
    rows = []
    for id in sorted(marks):
        right = sum(mark.passed for mark in marks[id])
        name = f'<a href="#e{id}">{escape(f"{id} {marks[id][0].names}")}</a>'
        rows.append(_row("right", name, right, len(marks[id])))
    return _table(("exercise", "right", "share"), rows, lang)


def _table(heads: Sequence[str], rows: Sequence[str], lang: str) -> str:
    cells = "".join(f'<th scope="col">{escape(say(f"class_{each}", lang))}</th>' for each in heads)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _exercise(id: str, marks: Sequence[Mark], lang: str) -> str:
    counts = Counter(mark.hint for mark in marks)
    right = counts.pop(None, 0)
    rows = [_row("right", escape(say("class_right", lang)), right, len(marks))]
    for hint, count in counts.most_common():
        rows.append(_row("wrong", text_as_html(_said(hint or "", lang)), count, len(marks)))
    names = escape(f"{id} {marks[0].names}")
    table = _table(("mistake", "learners", "share"), rows, lang)
    return f'<section id="e{id}"><h2>{names}</h2>{table}</section>'


def _row(kind: str, html: str, count: int, of: int) -> str:
    share = 100 * count / of
    return (
        f'<tr class="{kind}"><th scope="row">{html}</th><td class="count">{count} / {of}'
        f'</td><td class="bar"><div style="width:{share:.1f}%"></div></td></tr>'
    )


def _said(hint: str, lang: str) -> str:
    """Returns what a hint says; its braces stand for what differs from learner to learner."""
    if hint == "hint_unwritten":
        return say("class_unwritten", lang)
    if hint in words.own[lang]:
        return words.own[lang][hint].replace("{id}: ", "").partition(":")[0]
    return _BRACES.sub("…", hints(lang).get(hint, hint))

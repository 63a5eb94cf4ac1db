"""The class view: which mistake met how many learners, by exercise; a page that needs no other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Final

from tapewalk_course.checking.card import DARK, LIGHT
from tapewalk_course.checking.words import words as hints
from tapewalk_course.grade.result import Mark, Options, Result
from tapewalk_course.grade.words import say, words


def _tokens(colours: dict[str, str]) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in colours.items())


_BRACES: Final = re.compile(r"\{\w+\}")

# No colour says anything alone: every bar has its number beside it.
_STYLE: Final = f"""
:root{{{_tokens(LIGHT)};color-scheme:light dark}}
@media (prefers-color-scheme:dark){{:root{{{_tokens(DARK)}}}}}
body{{max-width:72rem;margin:2rem auto;padding:0 1rem;background:var(--surface);color:var(--ink);
font:1rem/1.6 "Atkinson Hyperlegible Next",system-ui,sans-serif}}
table{{width:100%;border-collapse:collapse;margin-bottom:2rem}}
th,td{{padding:.35rem .5rem;border-top:1px solid var(--line);text-align:left;vertical-align:top}}
th[scope=row]{{font-weight:400}} td.count{{text-align:right;white-space:nowrap}}
td.bar{{width:30%}} td.bar div{{height:1.2em;background:var(--backward);min-width:2px}}
tr.right td.bar div{{background:var(--leaf)}} p{{color:var(--muted)}}
@media (max-width:40rem){{td.bar{{width:15%}}}}
"""


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
    parts = [_exercise(id, marks[id], options.lang) for id in sorted(marks)]
    title = escape(say("class_title", options.lang))
    graded = sum(result.is_graded for result in results)
    said = say("class_said", options.lang, graded=graded, count=len(results), seed=options.seed)
    return (
        f'<!doctype html>\n<html lang="{options.lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><main><h1>{title}</h1>"
        f"<p>{escape(said)}</p>{''.join(parts)}</main></body></html>\n"
    )


def _exercise(id: str, marks: Sequence[Mark], lang: str) -> str:
    counts = Counter(mark.hint for mark in marks)
    right = counts.pop(None, 0)
    rows = [_row("right", say("class_right", lang), right, len(marks))]
    for hint, count in counts.most_common():
        rows.append(_row("wrong", _said(hint or "", lang), count, len(marks)))
    names = escape(f"{id} {marks[0].names}")
    heads = "".join(
        f'<th scope="col">{escape(say(f"class_{head}", lang))}</th>'
        for head in ("mistake", "learners", "share")
    )
    return (
        f"<section><h2>{names}</h2><table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></section>"
    )


def _row(kind: str, text: str, count: int, of: int) -> str:
    share = 100 * count / of
    return (
        f'<tr class="{kind}"><th scope="row">{escape(text)}</th><td class="count">{count} / {of}'
        f'</td><td class="bar"><div style="width:{share:.1f}%"></div></td></tr>'
    )


def _said(hint: str, lang: str) -> str:
    """Returns what a hint says; its braces stand for what differs from learner to learner."""
    if hint in words.own[lang]:
        return words.own[lang][hint].replace("{id}: ", "").partition(":")[0]
    return _BRACES.sub("…", hints.own[lang].get(hint, hint))

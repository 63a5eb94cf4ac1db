"""The cases of the gradient detective as the page shows them: plain data, from seeds."""

from __future__ import annotations

import difflib
from math import isfinite
from typing import Any

from tapewalk.inspect.sections import Section, sections, title
from tapewalk_course import detective
from tapewalk_course.detective import Program, Run
from tapewalk_course.detective.runs import STEPS

_EVERY = 2  # one of so many steps is drawn


def cases(lang: str) -> list[dict[str, Any]]:
    """Return a case of each kind, as the page asks about it: the first seed that has it.

    Args:
        lang: `"en"` or `"es"`: of the report and of the replies.
    """
    found: dict[str, Program] = {}
    seed = 0
    while len(found) < len(detective.kinds()):
        case = detective.case(seed)
        (kind,) = [one for one in detective.kinds() if one == case.kind]
        found.setdefault(kind, case)
        seed += 1
    return [_case(case, lang) for case in sorted(found.values(), key=lambda case: case.seed)]


def _case(case: Program, lang: str) -> dict[str, Any]:
    report = case.report()
    return {
        "seed": case.seed,
        "curve": _curve(case.run()),
        "report": {
            "title": title(report, lang),
            "parts": [_part(section) for section in sections(report, lang)],
        },
        "line": _line(case, lang),
        "why": _why(case, lang),
        "mending": _mending(case, lang),
    }


def _line(case: Program, lang: str) -> dict[str, Any]:
    """Return the question for the line; each line is a choice, and "none" is one."""
    lines: list[dict[str, Any]] = [
        {"when": f"{at}", "text": f"{at:2}  {_tabbed(text)}"}
        for at, text in enumerate(case.code.splitlines(), 1)
        if text
    ]
    places = {"none" if place is None else f"{place}" for place in case.places}
    none = case.find(None, lang)
    first, *others = sorted(places, key=lambda place: int(place) if place.isdigit() else 0)
    for choice in lines:
        if choice["when"] in places:
            choice |= {"say": case.find(int(choice["when"]), lang).reason}
        if choice["when"] in others:
            choice["also"] = True
    return {
        "answer": first,
        "lines": lines,
        "none": none.reason,
        "hint": case.find(1, lang).reason,
    }


def _tabbed(text: str) -> str:
    """Return a line of code indented by tabs, which a narrow window draws narrower."""
    code = text.lstrip(" ")
    return "\t" * ((len(text) - len(code)) // 4) + code


def _why(case: Program, lang: str) -> dict[str, Any]:
    names = detective.kinds(lang)
    told = {kind: case.explain(kind, lang) for kind in case.suspicions()}
    return {
        "answer": case.kind,
        "choices": [
            {"when": kind, "text": names[kind], "say": feedback.reason}
            for kind, feedback in told.items()
        ],
    }


def _mending(case: Program, lang: str) -> dict[str, Any]:
    """Return the question for the fix, with the curve of each: all are run."""
    choices = []
    for at, code in enumerate(case.mendings):
        feedback = case.mend(code, lang)
        choices.append(
            {
                "when": f"{at}",
                "text": _difference(case.code, code),
                "say": f"{feedback.verdict} {feedback.reason}",
                "also": bool(feedback),
                "curve": _curve(case.run(code)),
            }
        )
    return {"answer": next(one["when"] for one in choices if one["also"]), "choices": choices}


def _difference(old: str, new: str) -> str:
    """Return the removed and the added lines, or nothing."""
    lines = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    signs = {"- ": "− ", "+ ": "+ "}
    return "\n".join(signs[line[:2]] + line[2:].strip() for line in lines if line[:2] in signs)


def _curve(run: Run) -> list[float | None]:
    """Return every second loss, `None` after the end of the training."""
    losses = [float(f"{loss:.3g}") if isfinite(loss) else None for loss in run.losses]
    padded = losses + [None] * (STEPS - len(losses))
    return padded[::_EVERY]


def _part(section: Section) -> dict[str, Any]:
    """Return a section of a report for display, without empty columns of words."""
    kept = [
        at
        for at in range(len(section.heads))
        if section.numbers or any(row[at] for row in section.rows)
    ]
    return {
        "heading": section.heading,
        "sentences": section.sentences,
        "heads": [section.heads[at] for at in kept] if section.rows else [],
        "rows": [[row[at] for at in kept] for row in section.rows],
        "numbers": section.numbers,
    }

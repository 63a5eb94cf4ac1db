"""The evidence in a report for and against a diagnosis."""

from __future__ import annotations

from tapewalk.inspect.parameters import REACHED
from tapewalk.inspect.report import Report
from tapewalk.inspect.sections import reason
from tapewalk_course.detective.words import say

# The part of the report that decides on each diagnosis, and its words.
_LOOKS = {
    **dict.fromkeys(["detached", "data", "frozen", "unused"], "paths"),
    **dict.fromkeys(["vanishing", "exploding", "overflow", "zeroed"], "marks"),
    **{"tied": "names", "unfused": "attention", "healthy": "signs"},
}
_SHOWN = 3


def shown(report: Report, kind: str, lang: str) -> str:
    """Return the evidence of a report where a diagnosis would be visible.

    Args:
        report: The report, with gradients.
        kind: The diagnosis.
        lang: `"en"` or `"es"`.
    """
    return {"paths": _paths, "marks": _marks, "names": _names, "attention": _attention}.get(
        _LOOKS[kind], _signs
    )(report, lang)


def _paths(report: Report, lang: str) -> str:
    missing = [(p.name, reason(p, lang)) for p in report.missing if p.name]
    if not missing:
        return say("all_paths", lang, count=sum(p.status == REACHED for p in report.parameters))
    return _grouped(missing, lang)


def _marks(report: Report, lang: str) -> str:
    marks = [
        (p.name, say("mark_" + p.gradient.mark, lang))
        for p in report.marked
        if p.gradient and p.gradient.mark
    ]
    sentence = _grouped(marks, lang) if marks else say("no_marks", lang)
    return sentence + "; " + say("types", lang, types=", ".join(report.dtypes))


def _names(report: Report, lang: str) -> str:
    tied = [" = ".join([p.name, *p.also]) for p in report.parameters if p.also]
    return "; ".join(tied) if tied else say("no_ties", lang)


def _attention(report: Report, lang: str) -> str:
    fused = sum(core.fused for core in report.attention)
    return say("fused", lang, fused=fused, all=len(report.attention))


def _signs(report: Report, lang: str) -> str:
    """Return only the parts of the report with an anomaly."""
    places = [
        place
        for place, out in (
            ("place_parameters", [p for p in report.missing if p.name]),
            ("place_tied", [p for p in report.parameters if p.also]),
            ("place_attention", [core for core in report.attention if not core.fused]),
            ("place_gradients", report.marked),
        )
        if out
    ]
    where = ", ".join(say(place, lang) for place in places)
    return say("signs", lang, places=where) if where else say("no_signs", lang)


def _grouped(findings: list[tuple[str, str]], lang: str) -> str:
    """Return the findings about some parameters, each once, after the names it applies to."""
    names: dict[str, list[str]] = {}
    for name, what in findings:
        names.setdefault(what, []).append(name)
    return "; ".join(f"{_listed(those, lang)}: {what}" for what, those in names.items())


def _listed(names: list[str], lang: str) -> str:
    more = len(names) - _SHOWN
    if more < 2:  # "and 1 more" is no shorter than a name
        return ", ".join(names)
    return ", ".join(names[:_SHOWN]) + " " + say("and_more", lang, count=more)

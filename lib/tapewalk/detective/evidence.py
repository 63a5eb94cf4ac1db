"""What a report shows for and against a diagnosis."""

from __future__ import annotations

from tapewalk.detective.words import say
from tapewalk.inspect.parameters import REACHED
from tapewalk.inspect.report import Report
from tapewalk.inspect.sections import reason

# The part of the report that decides on each diagnosis, and in which words.
_LOOKS = {
    **dict.fromkeys(["detached", "data", "frozen", "unused"], "paths"),
    **dict.fromkeys(["vanishing", "exploding", "overflow", "zeroed"], "marks"),
    **{"tied": "names", "unfused": "attention", "healthy": "signs"},
}
_SHOWN = 3


def shown(report: Report, kind: str, lang: str) -> str:
    """Return what a report shows where a diagnosis would be seen.

    Args:
        report: The report, with gradients.
        kind: The diagnosis.
        lang: `"en"` or `"es"`.
    """
    return {"paths": _paths, "marks": _marks, "names": _names, "attention": _attention}.get(
        _LOOKS[kind], _signs
    )(report, lang)


def _paths(report: Report, lang: str) -> str:
    missing = [p for p in report.missing if p.name]
    if not missing:
        return say("all_paths", lang, count=sum(p.status == REACHED for p in report.parameters))
    return _listed([f"{p.name}: {reason(p, lang)}" for p in missing], lang)


def _marks(report: Report, lang: str) -> str:
    marks = [
        f"{p.name}: {say('mark_' + p.gradient.mark, lang)}"
        for p in report.marked
        if p.gradient and p.gradient.mark
    ]
    types = ", ".join(sorted({node.dtype for node in report.nodes if node.dtype}))
    told = _listed(marks, lang) if marks else say("no_marks", lang)
    return told + "; " + say("types", lang, types=types)


def _names(report: Report, lang: str) -> str:
    tied = [" = ".join([p.name, *p.also]) for p in report.parameters if p.also]
    return _listed(tied, lang) if tied else say("no_ties", lang)


def _attention(report: Report, lang: str) -> str:
    fused = sum(core.fused for core in report.attention)
    return say("fused", lang, fused=fused, all=len(report.attention))


def _signs(report: Report, lang: str) -> str:
    """Return in which parts of the report something is out of order, no more."""
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
    return ", ".join(say(place, lang) for place in places) or say("no_signs", lang)


def _listed(things: list[str], lang: str) -> str:
    more = len(things) - _SHOWN
    end = [say("and_more", lang, count=more)] if more > 0 else []
    return "; ".join([*things[:_SHOWN], *end])

"""The cases of the gradient detective and the sick models, as their pages show them: plain data."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, Final

from tapewalk.inspect.sections import cause, fix, headline
from tapewalk_course import detective
from tapewalk_course.detective import Program
from tapewalk_course.detective.probes import plain, probes
from tapewalk_course.detective.runs import STEPS, Run, Trial
from tapewalk_course.detective.shared import shared

_EVERY = 2  # one of so many steps is drawn

# The mistakes of the detective's page and their programs. `inspect` names few of them.
CASES: Final = (
    *(("zeroed", "points"), ("detach", "pictures"), ("shift", "letters"), ("decay", "pictures")),
    *(("nothing", "memory"), ("truncated", "memory"), ("list", "points"), ("rate", "points")),
    *(("shuffled", "memory"), ("skipped", "memory"), ("softmax_twice", "memory")),
    *(("same_batch", "letters"), ("scaled", "points"), ("accumulate", "pictures")),
    *(("missing", "letters"), ("merged", "letters"), ("schedule", "pictures")),
    *(("no_grad", "points"), ("decay", "memory"), ("in_place", "letters"), ("shuffled", "points")),
    *(("rate", "pictures"), ("zeroed", "memory"), ("merged", "memory"), ("kept", "memory")),
    *(("scaled", "pictures"), ("skipped", "points"), ("accumulate", "memory")),
    ("nothing", "points"),
)
# The mistakes that a report finds at first sight, for the page on symptoms.
SICK: Final = (
    *(("in_place", "points"), ("data", "letters"), ("no_grad", "pictures"), ("list", "points")),
    *(("missing", "memory"), ("frozen", "pictures"), ("softmax_twice", "points")),
    *(("sigmoid_twice", "pictures"), ("dead", "points"), ("kept", "memory")),
    ("unused", "memory"),
)


def programs(wanted: tuple[tuple[str, str], ...], start: int = 0) -> list[Program]:
    """Return the first program with each mistake, from a seed on."""
    found: dict[tuple[str, str], Program] = {}
    for seed in range(start, start + 10_000):
        case = detective.case(seed)
        found.setdefault((case.kind, case.program), case)
        if found.keys() >= set(wanted):
            break
    return [found[one] for one in wanted]


def cases(lang: str) -> list[dict[str, Any]]:
    """Return the cases of the detective's page.

    Args:
        lang: `"en"` or `"es"`: of the report and of the replies.
    """
    return [_case(case, lang) for case in programs(CASES)]


def sick_models(lang: str) -> list[dict[str, Any]]:
    """Return the models of the page on symptoms: others than those of the detective.

    Args:
        lang: `"en"` or `"es"`.
    """
    return [_sick(case, lang) for case in programs(SICK, 2_000)]


def _case(case: Program, lang: str) -> dict[str, Any]:
    run = case.run()
    return {
        "seed": case.seed,
        "code": case.code.splitlines(),
        "curve": _curve(run.losses),
        "error": run.error,
        "places": sorted(place for place in case.places if place is not None),
        "because": case.find(min(case.places, key=lambda at: at or 0), lang).reason,
        "report": list(_report(case, lang)),
        "probes": probes(case),
        "changes": [_change(case, code, lang) for code in case.fixes if code != case.code],
    }


def _change(case: Program, code: str, lang: str) -> dict[str, Any]:
    feedback, run = case.fix(code, lang), case.run(code)
    return {
        "line": case.line_of(code),
        "text": difference(case.code, code),
        "right": bool(feedback),
        "reply": feedback.reason,
        "curve": _curve(run.losses),
        "fresh": plain(run.fresh),
    }


def _sick(case: Program, lang: str) -> dict[str, Any]:
    """Return a model with its report, and its training before and after the fix."""
    report = case.report()
    good = [code for code in case.fixes if case.fix(code) and not case.report(code).findings]
    sound = min(good, key=lambda code: len(difference(case.code, code)))
    later, is_carried = shared(lambda: _continued(case, sound), case.seed, sound, "continued")
    (found, *_) = report.findings
    named = {int(one.place.rpartition(":")[2]) for one in report.findings if one.place}
    return {
        "name": case.kind,
        "code": case.code.splitlines(),
        "line": case.line_of(sound),
        "places": sorted(place for place in case.places if place is not None),
        "named": sorted(named),
        "curve": _curve(case.run().losses),
        "error": case.run().error,
        "report": list(_report(case, lang)),
        "fix": fix(found, lang),
        "text": difference(case.code, sound),
        "later": _curve(later.losses),
        "carried": is_carried,
        "fresh": [plain(case.run().fresh), plain(later.fresh)],
        "because": case.find(min(filter(None, case.places)), lang).reason,
    }


def _continued(case: Program, fixed: str) -> tuple[Run, bool]:
    """Return the training of a fixed program, and whether it began with the broken one's weights.

    It begins with new weights if the fixed program does not train from those.
    """
    sick, sound = Trial(case.code, case.seed), Trial(fixed, case.seed)
    sick.train(STEPS, case.seed)
    weights = {name: weight.detach() for name, weight in sick.names["model"].state_dict().items()}
    sound.names["model"].load_state_dict(weights, strict=False)
    losses = sound.train(STEPS, case.seed + 1)
    fresh = case.judged(sound)
    return (Run(losses, fresh, None), True) if fresh <= case.bar else (case.run(fixed), False)


def _report(case: Program, lang: str) -> Iterator[str]:
    """Yield how many findings a report has, and each with its line."""
    report = case.report()
    yield headline(report, lang)
    yield from dict.fromkeys(
        f"{found.place}: {cause(found, lang)}" if found.place else cause(found, lang)
        for found in report.findings
    )


def difference(old: str, new: str) -> list[str]:
    """Return the removed and the added lines, each led by its sign."""
    lines = difflib.ndiff(old.splitlines(), new.splitlines())
    signs = {"- ": "− ", "+ ": "+ "}
    return [signs[line[:2]] + line[2:].strip() for line in lines if line[:2] in signs]


def _curve(losses: list[float]) -> list[float | None]:
    """Return every second loss, `None` after the end of the training."""
    return [plain(loss) for loss in losses[::_EVERY]] + [None] * ((STEPS - len(losses)) // _EVERY)

"""The cases of the gradient detective as the page shows them: plain data, from seeds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tapewalk.inspect import inspect
from tapewalk.inspect.sections import Section, sections, title
from tapewalk_course import detective


def cases(seeds: Iterable[int], lang: str) -> list[dict[str, Any]]:
    """Returns for each seed the report on its case, the diagnosis, and the reply to each answer.

    Args:
        seeds: The seeds.
        lang: `"en"` or `"es"`: of the report and of the replies.

    Raises:
        LookupError: A diagnosis has no case among them.
    """
    found = [_case(seed, lang) for seed in seeds]
    without = set(detective.answers()) - {one["answer"] for one in found}
    if without:
        raise LookupError(f"no case of {', '.join(sorted(without))}: add seeds.")
    return found


def _case(seed: int, lang: str) -> dict[str, Any]:
    patient = detective.case(seed)
    report = inspect(patient.loss_function, patient.model, gradients=True)
    told = {answer: patient.check(answer, lang, report) for answer in detective.answers()}
    (right,) = [answer for answer, feedback in told.items() if feedback]
    parts = [_part(section) for section in sections(report, lang)]
    return {
        "id": f"detective-{seed}",
        "seed": seed,
        "title": title(report, lang),
        "parts": parts,
        "answer": right,
        "choices": [
            {"when": answer, "text": name, "say": told[answer].reason}
            for answer, name in detective.answers(lang).items()
        ],
    }


def _part(section: Section) -> dict[str, Any]:
    """Returns a section of a report as it is shown: no column of words that is empty throughout."""
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

"""What went wrong in a training run, in words and curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.sections import advice
from tapewalk.inspect.words import say
from tapewalk.language import number


class Turn(NamedTuple):
    """Something that began to look wrong during a run.

    Attributes:
        kind: "nan_gradient", "nan_result", "exploding", "vanishing", "dead", "underflow";
            "not_zeroed", a gradient is added to that of the step before; "clipped", it has become
            zero before the step; "leak", the graphs of earlier steps are kept.
        name: The parameter, or of "nan_result" the module.
        since: The step at which it was first seen.
        until: The first step at which it was no longer seen, or `None` if it lasts.
        before: The last step at which it was not seen before that, or `None`.
        amount: The measured rms, share, or number of nodes.
    """

    kind: str
    name: str
    since: int
    until: int | None
    before: int | None
    amount: float


def heading(turns: Sequence[Turn], steps: Sequence[int], lang: str) -> str:
    """Return how many steps were watched, and whether something went wrong, as a heading."""
    key = "watched_sound" if not turns else "watched_turned"
    last = steps[-1] if steps else 0
    return say(key, lang, count=len(turns), steps=number(last, lang=lang))


def sentences(turns: Sequence[Turn], lang: str) -> Iterator[str]:
    """Yield what went wrong and how to fix it, a line each."""
    for turn in turns:
        share = turn.kind in ("dead", "underflow")
        amount = number(turn.amount, ".0%" if share else ".3g", lang)
        ended = "" if turn.until is None else " " + say("turn_until", lang, step=turn.until)
        since = say("turn_since", lang, step=turn.since)
        if turn.before is not None:
            since = say("turn_between", lang, before=turn.before, step=turn.since)
        what = say(f"turn_{turn.kind}", lang, name=turn.name, amount=amount)
        if turn.kind in _BETWEEN:
            more = [f"{say('fix', lang)} {say(f'fix_{turn.kind}', lang)}"]
        else:
            more = advice(Finding(_FINDING.get(turn.kind, turn.kind), turn.name, None, {}), lang)
        yield f"{since}{ended}: {' '.join([what, *more])}"


# No finding of one step is like them.
_BETWEEN = ("not_zeroed", "clipped", "leak")
# Which finding's advice fits.
_FINDING = {"nan_result": "nan_loss"}


def chosen(
    table: dict[str, list[float | None]], turned: Sequence[str]
) -> dict[str, list[float | None]]:
    """Return up to five columns: those that went wrong, the first, the last, and others between."""
    names = list(table)
    wanted = [name for name in turned if name in table] + [names[0], names[-1]] if names else []
    wanted += names[len(names) // 4 :: max(1, len(names) // 4)]
    return {name: table[name] for name in list(dict.fromkeys(wanted))[:5]}


def series(steps: list[int], table: dict[str, list[float | None]], lang: str) -> dict[str, Any]:
    """Return the columns of a table as curves over the steps."""
    return {
        "x": {"label": say("watched_step", lang), "values": steps},
        "series": [
            # A logarithmic axis has no zero.
            {"label": name, "values": [value or None for value in column]}
            for name, column in table.items()
        ],
    }

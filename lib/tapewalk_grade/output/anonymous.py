"""Results without the names of learners."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from tapewalk_grade.result import Result


def unnamed(results: Sequence[Result], seed: int) -> list[Result]:
    """Return the results under numbers, in an order that the seed decides."""

    def at_random(result: Result) -> str:
        return hashlib.sha256(f"{seed} {result.path}".encode()).hexdigest()

    ordered = sorted(results, key=at_random)
    numbers = {one.path: f"{n:0{len(str(len(ordered)))}}" for n, one in enumerate(ordered, 1)}

    def without(text: str) -> str:
        # The longest first: one path may end as another does.
        for path, number in sorted(numbers.items(), key=lambda entry: -len(entry[0])):
            text = text.replace(path, number)
        return text

    return [
        replace(
            one,
            path=numbers[one.path],
            message=without(one.message),
            notes=tuple(map(without, one.notes)),
            digest="",
        )
        for one in ordered
    ]

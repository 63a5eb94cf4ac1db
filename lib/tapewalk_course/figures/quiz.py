"""The data of `quiz.qmd`: questions with drawn numbers, and slopes as curves with tangents.

Each function whose name ends in `_question` returns a question for one draw: the numbers that are
given, the answer, and the answers that likely mistakes lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tapewalk import Tensor
from tapewalk_course.slopes import slope_family

Program = Callable[..., Any]
Question = dict[str, Any]
Words = Mapping[str, str]


def _question(given: str, answer: float, mistakes: Sequence[float]) -> Question:
    return {"given": given, "answer": answer, "when": mistakes}


def chain_question(given: str, chain: Program, factor: int, shift: int, start: int) -> Question:
    """Ask for the slope of a chain of operations."""
    value, slope = chain(factor, shift, start)
    mistakes = [2 * (factor * start - shift), value, factor]
    return _question(given.format(factor, shift, start), slope, mistakes)


def chain_slopes(words: Words, chain: Program, begin: Mapping[str, float]) -> dict[str, Any]:
    """Return the chain's result for every start, and its slopes."""
    starts = [i / 2 for i in range(13)]
    return slope_family(
        words["title"],
        {"factor": [2, 3, 4, 5], "shift": [1, 2, 3, 4, 5, 6], "start": starts},
        begin,
        lambda **at: chain(**at)[0],
        {words["slope"]: lambda **at: chain(**at)[1]},
        called={"factor": "f", "shift": "s", "start": "x", "result": "c"},
        top=500,
    )


def order_question(given: str, order: Program, doublings: int) -> Question:
    """Ask for the paths through so many doublings."""
    paths, nodes = order(doublings)
    return _question(given.format(doublings), paths, [nodes, 2 * doublings, 2])


def sum_question(given: str, summed: Program, start: int, walks: int) -> Question:
    """Ask for the gradient of a square after so many passes."""
    mistakes = [2 * start, start * walks, start**2]
    return _question(given.format(start, walks), summed(start, walks), mistakes)


def sum_slopes(words: Words, summed: Program, begin: Mapping[str, int]) -> dict[str, Any]:
    """Return the square, its slope, and the gradient after so many passes."""
    return slope_family(
        words["title"],
        {"times": [1, 2, 3, 4, 5], "start": list(range(10))},
        {"times": begin["walks"], "start": begin["start"]},
        lambda start, times: start * start,
        {
            words["one"]: lambda start, times: summed(start, 1),
            words["all"]: lambda start, times: summed(start, times),
        },
        called={"times": words["times"], "start": "a", "result": "a · a"},
        top=90,
    )


def bias_question(given: str, bias: Program, rows: int, wide: int) -> Question:
    """Ask for the sum of a bias's gradient."""
    return _question(given.format(rows, wide), float(bias(rows, wide).sum()), [wide, rows])


def bias_slopes(words: Words, bias: Program, begin: Mapping[str, int]) -> dict[str, Any]:
    """Return the sum of a matrix and a bias for every number of the bias, and its slopes."""
    places = [i / 2 for i in range(-4, 5)]
    return slope_family(
        words["title"],
        {"rows": [5, 6, 7, 8, 9], "wide": [3, 4, 5, 6], "at": places},
        {**begin, "at": -1},
        lambda rows, wide, at: float((np.ones((rows, wide)) + np.full(wide, at)).sum()),
        {words["slope"]: lambda rows, wide, at: float(bias(rows, wide).sum())},
        called={**words, "at": words["bias"], "result": words["sum"]},
        top=160,
        bottom=-60,
    )


def cut_question(given: str, cut: Program, factor: int, start: int) -> Question:
    """Ask for the gradient that is left after a `detach`."""
    mistakes = [2 * factor * start, 0, factor]
    return _question(given.format(factor, start), cut(factor, start), mistakes)


def cut_slopes(words: Words, cut: Program, begin: Mapping[str, int]) -> dict[str, Any]:
    """Return the product as a curve, its own slope, and the slope after a `detach`."""

    def whole(factor: int, start: float) -> float:
        x: Any = Tensor(np.array(float(start)), requires_grad=True)
        ((factor * x) * x).backward()
        return float(x.grad.item())

    return slope_family(
        words["title"],
        {"factor": [2, 3, 4, 5, 6], "start": list(range(9))},
        begin,
        lambda factor, start: factor * start**2,
        {words["curve"]: whole, words["slope"]: cut},
        called={"factor": "f", "start": "x", "result": "z"},
        top=400,
    )


def batch_question(given: str, saved: Program, sizes: Sequence[int], power: int) -> Question:
    """Ask for the KiB of activations that a batch leaves."""
    batch = 2**power
    own, parameters = saved(batch)
    before_relu = 4 * batch * sum(sizes[1:-1]) / 1024
    return _question(given.format(batch), own, [parameters, own, own + before_relu, own / 2])


def card_question(given: str, left: Program, billions: int, room: int) -> Question:
    """Ask for the GB that are left on a card beside what Adam needs."""
    room_left, each = left(billions, room), 4 * billions
    mistakes = [room_left + times * each for times in (3, 2, 1)]
    return _question(given.format(billions, 8 * room), room_left, mistakes)


def waste_question(given: str, megabytes: Program, batch: int, tens: int) -> Question:
    """Ask for the MB of the gradient of a batch of pictures."""
    waste, side = megabytes(batch, tens), 10 * tens
    mistakes = [waste / batch, waste / 4, waste * batch]
    return _question(given.format(batch, side, side), waste, mistakes)

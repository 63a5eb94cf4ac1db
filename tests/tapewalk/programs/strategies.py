"""Hypothesis strategies that draw whole programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.tapewalk.programs.draft import LAYOUTS, Draft, Draw
from tests.tapewalk.programs.language import Program

Rule = Callable[[Draft], Any]

SHAPES: Sequence[tuple[int, ...]] = (
    (3,), (2, 3), (), (3, 2), (2, 1, 3), (2, 2, 2), (3, 1), (1,), (4, 3), (0, 3), (2, 1, 2, 2),
    (0,),
)  # fmt: skip


def drawing(programs: int) -> settings:
    """Return the settings of a test over this many programs at night, and a tenth of them by day.

    By day they are the same ones on every run, at night new ones (tests/conftest.py). To look for
    bugs set PROGRAMS, say to 20000: that many, new ones each time.
    """
    wished = os.environ.get("PROGRAMS")
    by_day = settings().derandomize
    return settings(
        max_examples=int(wished or (programs // 10 if by_day else programs)),
        derandomize=by_day and wished is None,
        report_multiple_bugs=False,  # one at a time, shrunk well
    )


def plain_end(d: Draft) -> None:
    """One backward pass, from a sum that weighs every entry of some tensors differently."""
    roots = [name for name in d.tensors if d[name].requires_grad][-3:] or d.tensors[-1:]
    d.line("loss = " + " + ".join(f"({root} * {d.ramp(root)}).sum()" for root in roots))
    d.line("loss.backward()")


def second_end(d: Draft) -> None:
    """Second derivatives, of the sum of some tensors' squares by all leaves."""
    leaves = [x for x in d.leaves if d[x].is_leaf and d[x].requires_grad]
    roots = [name for name in d.tensors if d[name].requires_grad][-3:]
    if not leaves or not roots:
        return
    d.line("loss = " + " + ".join(f"({a} * {a} * {d.ramp(a)}).sum()" for a in roots))
    d.line(f"second_order(loss, [{', '.join(leaves)}])")


def any_end(d: Draft) -> None:
    """One backward pass or two, with the graph kept or not."""
    form = d.pick((
        "{a}.backward({ramp_a})",
        "{a}.backward({ramp_a}, retain_graph=True)\n{a}.backward({ramp_a})",
        "{a}.backward({ramp_a})\n{a}.backward({ramp_a})",
        "{a}.backward(gradient={ramp_a}, retain_graph=True)\n{b}.backward({ramp_b})",
        "{a}.backward({ramp_a})\n{b}.backward({ramp_b})",
        "({a} * {a}).sum().backward()",
    ))  # fmt: skip
    a, b = d.tensors[-1], str(d.tensor())
    for line in form.format(a=a, b=b, ramp_a=d.ramp(a), ramp_b=d.ramp(b)).split("\n"):
        if not d.ended:
            d.line(line)


@st.composite
def programs(
    draw: Draw,
    rules: Sequence[Rule],
    *,
    dtype: str = "float64",
    steps: tuple[int, int] = (5, 60),
    end: Callable[[Draft], None] = plain_end,
    layouts: Sequence[str] = LAYOUTS,
) -> Program:
    """Draw a program over tensors.

    Args:
        draw: Given by Hypothesis.
        rules: What a step may be; named twice, a rule is drawn twice as often.
        dtype: The number type of the leaves.
        steps: The least and the largest number of steps.
        end: Adds the last lines, the backward pass.
        layouts: How numbers may lie in memory, besides row by row.
    """
    d = Draft(draw, dtype, layouts)
    for _ in range(draw(st.integers(1, 3))):
        d.leaf(d.pick(SHAPES), d.pick((True, True, True, False)))
    for _ in range(draw(st.integers(*steps))):
        if d.pick(rules)(d) is None:  # no tensor fits the rule; this one fits all
            d.add(f"{d.tensor()}.sin()")
        if d.ended:
            return d.program()
    end(d)
    return d.program()

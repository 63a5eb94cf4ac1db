"""01.8: an engine, end to end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Value
from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.programs import Program, chain, diamond, doubling, random_program
from tapewalk_course.checks.module_01.walks import (
    WRONG_RULES,
    is_lost_in_paths,
    nudged,
    twins,
    walked,
)

# What the feedback calls the number of walks.
WALKS: Final = "backward()"


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [diamond(rng, swapped=False), diamond(rng, swapped=True), twins(rng)]
    programs += [random_program(rng, 1 + n % 3, 4 + n) for n in range(5)]
    product = Program(tuple(float(x) for x in rng.uniform(1.1, 2, 2)), (("mul", (0, 1)),))
    bent = Program((float(rng.uniform(0.4, 1.2)),), (("tanh", (0,)),))
    once = [Case({"program": p, WALKS: 1}) for p in (product, bent, *programs)]
    twice = [Case({"program": p, WALKS: 2}) for p in programs[:4]]
    late = [Case({"program": p, WALKS: 1}, late=True) for p in (doubling(), chain(3000))]
    return [*once, *twice, *late]


def _call(work: Sequence[Any], case: Case) -> Any:
    return run(work[0], case)


def run(number: Callable[[float], Any], case: Case) -> dict[str, float]:
    """Returns result and gradients that an engine gives after one walk or two."""
    program, walks = case.inputs["program"], case.inputs[WALKS]
    made = program.run(number)
    for _ in range(walks):
        made[-1].backward()
    grads = {f"{program.name(n)}.grad": value.grad for n, value in enumerate(made)}
    return {f"{program.name(len(program) - 1)}.data": made[-1].data, **grads}


def _by_engine(case: Case) -> dict[str, float]:
    return run(Value, case)


def _by_nudging(case: Case) -> dict[str, float] | None:
    program = case.inputs["program"]
    if case.late:
        return None  # thousands of numbers, each moved on its own
    return _named(program, nudged(program), case.inputs[WALKS])


def _named(program: Program, grads: dict[str, float], walks: int = 1) -> dict[str, float]:
    """Returns gradients under the names that `run` gives them; leaves add up over walks."""
    leaves = program.names()[: len(program.leaves)]
    gradients = {f"{name}.grad": g * (walks if name in leaves else 1) for name, g in grads.items()}
    return {f"{program.name(len(program) - 1)}.data": program.values()[-1], **gradients}


def _once(**how: Any) -> Callable[[Case], dict[str, float] | None]:
    """Returns what a wrong walk gives where there is one walk only."""

    def gives(case: Case) -> dict[str, float] | None:
        program = case.inputs["program"]
        if case.inputs[WALKS] != 1 or case.late:
            return None
        return _named(program, walked(program, **how))

    return gives


def _wrong_local(
    op: str, local: Callable[[list[float]], tuple[float, ...]]
) -> Callable[[Case], dict[str, float] | None]:
    """Returns what wrong local gradients of one operation give."""

    def gives(case: Case) -> dict[str, float] | None:
        program = case.inputs["program"]
        if case.inputs[WALKS] != 1 or case.late or op not in {step[0] for step in program.steps}:
            return None
        return _named(program, _walked_with(program, op, local))

    return gives


def _walked_with(
    program: Program, op: str, local: Callable[[list[float]], tuple[float, ...]]
) -> dict[str, float]:
    values, total = program.values(), [0.0] * len(program)
    total[-1] = 1.0
    for n in reversed(range(len(program))):
        parents, by = program.edges(n, values)
        if parents and program.steps[n - len(program.leaves)][0] == op:
            by = local([*(values[parent] for parent in parents), values[n]])
        for parent, slope in zip(parents, by, strict=True):
            total[parent] += total[n] * slope
    return {program.name(n): gradient for n, gradient in enumerate(total)}


def _hasty(case: Case) -> dict[str, float] | None:
    """Returns what comes if each number is visited once and sends on as soon as it is reached."""
    program = case.inputs["program"]
    if case.inputs[WALKS] != 1 or case.late:
        return None
    values, total, seen = program.values(), [0.0] * len(program), set[int]()
    total[-1] = 1.0

    def send(n: int) -> None:
        seen.add(n)
        for parent, slope in zip(*program.edges(n, values), strict=True):
            total[parent] += total[n] * slope
            if parent not in seen:
                send(parent)

    send(len(program) - 1)
    return _named(program, {program.name(n): g for n, g in enumerate(total)})


def _leaves_only(case: Case) -> dict[str, float] | None:
    """Returns what comes if only leaves get what a walk found."""
    right = _once()(case)
    program: Program = case.inputs["program"]
    between = program.names()[len(program.leaves) :]
    return right and {**right, **{f"{name}.grad": 0.0 for name in between}}


def _second(again: Callable[[Program], dict[str, float]]) -> Callable[[Case], Any]:
    """Returns what comes where there are two walks."""

    def gives(case: Case) -> dict[str, float] | None:
        program = case.inputs["program"]
        return None if case.inputs[WALKS] == 1 else _named(program, again(program))

    return gives


def _kept(program: Program) -> dict[str, float]:
    """Returns what the numbers have if the second walk sends on what the first one left behind."""
    values, total = program.values(), [0.0] * len(program)
    for _ in range(2):
        total[-1] = 1.0
        for n in reversed(range(len(program))):
            for parent, slope in zip(*program.edges(n, values), strict=True):
                total[parent] += total[n] * slope
    return {program.name(n): gradient for n, gradient in enumerate(total)}


def _is_wrong_result(trial: Trial) -> bool:
    """Tells whether the way forward is wrong already."""
    if not isinstance(trial.got, dict):
        return False
    name = next(iter(trial.expected))
    return close(trial.got.get(name), trial.expected[name]) is not None


EXERCISE: Final = Exercise(
    id="01.8",
    takes=("Number",),
    points=3,
    draw=_draw,
    call=_call,
    oracles={"engine": _by_engine, "differences": _by_nudging},
    mistakes=(
        Mistake("recursion", sign=lambda trial: isinstance(trial.error, RecursionError)),
        Mistake("paths", sign=is_lost_in_paths),
        Mistake("forward", sign=_is_wrong_result),
        Mistake("overwrites", _once(rule=WRONG_RULES["overwrites"])),
        Mistake("seed", _once(seed=0.0)),
        Mistake("edges", _once(unique=True)),
        Mistake("mul", _wrong_local("mul", lambda values: (values[0], values[1]))),
        Mistake("tanh_operand", _wrong_local("tanh", lambda values: (1 - values[0] ** 2,))),
        Mistake("tanh_square", _wrong_local("tanh", lambda values: (1 - values[1],))),
        Mistake("leaves_only", _leaves_only),
        Mistake("hasty", _hasty),
        Mistake("kept", _second(_kept)),
        Mistake("cleared", _second(lambda program: walked(program))),
        Mistake("piled", _second(lambda program: {n: 2 * g for n, g in walked(program).items()})),
    ),
)

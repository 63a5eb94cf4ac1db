"""01.7: an engine, end to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tapewalk import Value
from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise, Factor, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.programs import Program, chain, diamond, doubling, random_program
from tapewalk_course.checking.stages import Stage
from tapewalk_course.exercises.module_01.graphs import nudged, twins

# The name of the number of backward passes in the feedback.
WALKS: Final = "backward()"
_STAGES: Final = (
    Stage("once", 2, {"en": "one backward pass", "es": "una pasada hacia atrás"}),
    Stage("again", 1, {"en": "a second one", "es": "una segunda"}, needs=("once",)),
    Stage("large", 1, {"en": "a large graph", "es": "un grafo grande"}, needs=("once",)),
)


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [diamond(rng, swapped=False), diamond(rng, swapped=True), twins(rng)]
    programs += [random_program(rng, 1 + n % 3, 4 + n) for n in range(5)]
    product = Program(tuple(float(x) for x in rng.uniform(1.1, 2, 2)), (("mul", (0, 1)),))
    bent = Program((float(rng.uniform(0.4, 1.2)),), (("tanh", (0,)),))
    once = [Case({"program": p, WALKS: 1}, stage="once") for p in (product, bent, *programs)]
    # A leaf may be the result, too.
    alone = Program((float(rng.uniform(0.5, 1.5)),))
    twice = [Case({"program": p, WALKS: 2}, stage="again") for p in (*programs[:4], alone)]
    forked = doubling()
    facts = {"nodes": len(forked)}
    paths = Case({"program": forked, WALKS: 1}, late=True, facts=facts, stage="large")
    deep = Case({"program": chain(3000), WALKS: 1}, late=True, stage="large")
    return [*once, *twice, paths, deep]


def run(number: Callable[[float], Any], case: Case) -> dict[str, float]:
    """Return an engine's result and gradients after one backward pass or two."""
    program, walks = case.inputs["program"], case.inputs[WALKS]
    made = program.run(number)
    for _ in range(walks):
        made[-1].backward()
    grads = {f"{program.name(n)}.grad": value.grad for n, value in enumerate(made)}
    return {f"{program.name(len(program) - 1)}.data": made[-1].data, **grads}


def _by_nudging(case: Case) -> dict[str, float] | None:
    """Return the gradients; those of leaves add up over backward passes."""
    program, walks = case.inputs["program"], case.inputs[WALKS]
    if case.late:
        return None  # thousands of numbers would have to be moved one by one
    grads, leaves = nudged(program), program.names()[: len(program.leaves)]
    gradients = {f"{name}.grad": g * (walks if name in leaves else 1) for name, g in grads.items()}
    return {f"{program.name(len(program) - 1)}.data": program.values()[-1], **gradients}


def _is_wrong_result(trial: Trial) -> bool:
    """Return whether the forward pass is wrong already."""
    if not isinstance(trial.got, dict):
        return False
    name = next(iter(trial.expected))
    return close(trial.got.get(name), trial.expected[name]) is not None


EXERCISE: Final = Exercise(
    id="01.7",
    takes=("Number",),
    points=4,
    draw=_draw,
    call=lambda work, case: run(work[0], case),
    oracles={"engine": lambda case: run(Value, case), "differences": _by_nudging},
    mistakes=Folder(
        __name__,
        tools=("order", "walk"),
        symptoms={"forward": _is_wrong_result},
    ),
    stages=_STAGES,
    # `backward` is one of its tools.
    factor=Factor(multiplies=lambda name: name.endswith(".grad"), like="01.2"),
)

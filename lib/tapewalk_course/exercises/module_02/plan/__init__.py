"""02.7: a project: a ledger of saved tensors, and a checkpoint plan for a budget."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from numbers import Integral
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.stages import Stage
from tapewalk_course.exercises.module_02.plan.models import LedgerModel, drawn_models
from tapewalk_course.exercises.module_02.plan.stacks import (
    Plan,
    Stack,
    cheapest,
    drawn_stack,
    fitting_plans,
    peak_of,
    plans,
    replayed,
    work_of,
)

STAGES: Final = (
    Stage(
        "ledger",
        3,
        {
            "en": "the bytes that each module saves",
            "es": "los bytes que guarda cada módulo",
        },
    ),
    Stage("peak", 2, {"en": "the peak of a plan", "es": "el máximo de un plan"}),
    Stage("fits", 1, {"en": "a plan that fits", "es": "un plan que cabe"}),
    Stage(
        "cheapest",
        2,
        {
            "en": "the plan that fits and computes least twice",
            "es": "el plan que cabe y repite menos cálculo",
        },
    ),
)


@travels
class Planned(dict[str, Any]):
    """A plan and its results; a dictionary that a learner returns is not one."""


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = [Case({"model": model}, stage="ledger") for model in drawn_models(rng)]
    for blocks in (3, 4, 5, 6):
        stack = drawn_stack(rng, blocks)
        plan = _some(rng, stack)
        cases.append(Case({"blocks": stack, "plan": plan}, which=1, stage="peak"))
    cases.append(Case({"blocks": stack, "plan": ()}, which=1, stage="peak"))
    for stage, counts in (("fits", (3, 5, 6)), ("cheapest", (4, 5, 6, 6, 7))):
        for count in counts:
            stack = drawn_stack(rng, count)
            budget = peak_of(stack, _some(rng, stack))
            while stage == "cheapest" and _is_easy(stack, budget):
                stack = drawn_stack(rng, count)
                budget = peak_of(stack, _some(rng, stack))
            cases.append(Case({"blocks": stack, "budget": budget}, which=2, stage=stage))
    cases.append(Case({"blocks": stack, "budget": peak_of(stack, ())}, which=2, stage="cheapest"))
    alike = Stack(2, (2,) * 5, (int(rng.integers(15, 25)),) * 4, ("tanh",) * 4)
    least = peak_of(alike, range(4))  # which all blocks but the last have to be checkpointed for
    cases.append(Case({"blocks": alike, "budget": least}, which=2, stage="fits"))
    return cases


def _is_easy(stack: Stack, budget: int) -> bool:
    """Return whether the plan with the fewest bytes, or with the smallest blocks, is the best."""
    blocks, fitting = stack.blocks(), fitting_plans(stack, budget)
    costs: tuple[Callable[[Collection[int]], int], ...] = (
        lambda plan: sum(blocks[n].saved for n in plan),
        lambda plan: max((blocks[n].work for n in plan), default=0),
    )
    least = work_of(stack, cheapest(stack, budget))
    return any(work_of(stack, min(fitting, key=cost)) == least for cost in costs)


def _some(rng: np.random.Generator, stack: Stack) -> Plan:
    """Return a plan that checkpoints some blocks, and lowers the peak."""
    first = peak_of(stack, ())
    found = [plan for plan in plans(stack) if plan and peak_of(stack, plan) < first]
    return found[int(rng.integers(len(found)))] if found else (0,)


def _call(work: Sequence[Any], case: Case) -> Any:
    ledger, peak_bytes, cheapest_plan = work
    if case.stage == "ledger":
        model, x = case.inputs["model"].build()
        got = case.call(ledger, model=model, x=x)
        hooks = sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())
        return {**got, "hooks left": hooks} if hooks and isinstance(got, Mapping) else got
    stack = case.inputs["blocks"]
    blocks = list(stack.blocks())
    if case.stage == "peak":
        return case.call(peak_bytes, blocks=blocks, plan=case.inputs["plan"])
    got = case.call(cheapest_plan, blocks=blocks, budget=case.inputs["budget"])
    return _planned(stack, got)


def _planned(stack: Stack, got: Any) -> Any:
    """Return a plan with its peak and its work; anything else as it is."""
    if not isinstance(got, list | tuple | set | frozenset | np.ndarray):
        return got
    places = range(len(stack.kinds))
    if not all(isinstance(n, Integral) and not isinstance(n, bool) and n in places for n in got):
        return list(got)
    plan = tuple(sorted({int(n) for n in got}))
    return Planned(plan=plan, peak=peak_of(stack, plan), again=work_of(stack, plan))


def _by_engine(case: Case) -> Any:
    """Return the ledger of a model's graph, or the bytes and the work of a measured step."""
    if case.stage == "ledger":
        return _by_walk(case.inputs["model"])
    stack = case.inputs["blocks"]
    if case.stage == "peak":
        return replayed(stack, case.inputs["plan"])[0]
    plan = cheapest(stack, case.inputs["budget"])
    peak, again = replayed(stack, plan)
    return Planned(plan=plan, peak=peak, again=again)


def _by_walk(drawn: LedgerModel) -> dict[str, int]:
    """Return the ledger of a graph, which is read without hooks."""
    from tapewalk.graph import walk

    model, x = drawn.build()
    found: dict[str, int] = {}
    seen: set[int] = set()
    for node in reversed(list(walk(lambda: model(x).sum(), model))):
        name = (node.group or "").replace(" / ", ".").replace(" ", ".")
        for entry in node.saved:
            is_given = entry.of is not None or (entry.name or "").startswith("running_")
            if not is_given and entry.storage not in seen:
                seen.add(entry.storage)
                found[name] = found.get(name, 0) + entry.storage_bytes
    return found


def _by_formula(case: Case) -> Any:
    if case.stage == "ledger":
        return None
    stack = case.inputs["blocks"]
    if case.stage == "peak":
        return peak_of(stack, case.inputs["plan"])
    return _planned(stack, cheapest(stack, case.inputs["budget"]))


def _judge(case: Case, got: Any, expected: Any) -> str | None:
    if got is None:
        return "none"
    if case.stage == "peak":
        return close(got, expected)
    if case.stage == "ledger":
        if not isinstance(got, Mapping):
            return "type"
        return None if _without_zeros(got) == _without_zeros(expected) else "answer"
    if not isinstance(got, Planned):
        return "type"
    # The numbers of the learner's process are only shown: the step is run here.
    peak, again = replayed(case.inputs["blocks"], tuple(got["plan"]))
    is_right = peak <= case.inputs["budget"]
    if case.stage == "cheapest":
        is_right = is_right and again == expected["again"]
    return None if is_right else "answer"


def _without_zeros(ledger: Mapping[str, int]) -> dict[str, int]:
    """Return the entries of a ledger that are not 0: a module that saves nothing may be there."""
    return {name: count for name, count in ledger.items() if count != 0}


def _is_over(trial: Trial) -> bool:
    return isinstance(trial.got, Planned) and trial.got["peak"] > trial.case.inputs["budget"]


_SYMPTOMS: Final = {
    "over": _is_over,
    "dear": lambda trial: isinstance(trial.got, Planned) and not _is_over(trial),
    "places": lambda trial: trial.case.which == 2 and isinstance(trial.got, list),
    "hooks": lambda trial: "hooks left" in trial.got,
}

EXERCISE: Final = Exercise(
    id="02.7",
    takes=("ledger", "peak_bytes", "cheapest_plan"),
    points=8,
    stages=STAGES,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"engine": _by_engine, "formula": _by_formula},
    judge=_judge,
    needs=("torch",),
    mistakes=Folder(__name__, symptoms=_SYMPTOMS),
)

"""02.6: a training step that cuts off too much, and one that records nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tapewalk import optim
from tapewalk_course.checking.comparing import is_number
from tapewalk_course.checking.exercise import Case, Exercise, scaled_loss
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, with_torch
from tapewalk_course.checking.stages import Stage
from tapewalk_course.exercises.module_02.steps import (
    STEPS,
    by_hand,
    by_torch,
    draw_net,
    linear,
    run_net,
    strange,
    tensor,
)

_STAGES: Final = (
    Stage("centred", 2, {"en": "the centred step", "es": "el paso centrado"}),
    Stage("taught", 1, {"en": "the taught step", "es": "el paso con maestro"}),
)


def _draw(rng: np.random.Generator) -> list[Case]:
    nets = [Case(draw_net(rng, batch), stage="centred") for batch in (3, 5)]
    pairs = [_draw_pair(rng, batch) for batch in (1, 4)]
    return [*nets, *(Case(pair, which=1, stage="taught") for pair in pairs)]


def _draw_pair(rng: np.random.Generator, batch: int) -> dict[str, Any]:
    n, k = (int(x) for x in rng.permutation([2, 3, 4])[:2])
    pair: dict[str, Any] = {}
    for name in ("student", "teacher"):
        pair |= {f"{name}.weight": rng.normal(size=(k, n)), f"{name}.bias": rng.normal(size=k)}
    return {"x": rng.normal(size=(batch, n)), **pair, "lr": float(rng.uniform(0.3, 0.6))}


def _run_pair(step: Callable[..., Any], case: Case) -> Any:
    """Return losses and the student after some steps, and the size of the teacher's gradient."""
    given = case.inputs
    student, teacher = (
        linear(given[f"{name}.weight"], given[f"{name}.bias"]) for name in ("student", "teacher")
    )
    optimizer = optim.SGD(student.parameters(), lr=given["lr"])
    # Counted on arrival: a gradient that is cleared afterwards has reached the teacher too.
    reached: list[float] = []
    for p in teacher.parameters():
        p.register_hook(lambda gradient: reached.append(float(np.abs(gradient).sum())))
    x, losses = tensor(given["x"]), []
    for _ in range(STEPS):
        models = {"student": student, "teacher": teacher}
        losses.append(case.call(step, **models, optimizer=optimizer, x=x))
        if not is_number(losses[-1]):
            return strange(losses[-1])
    return _named(losses, student.weight.data, float(sum(reached)))


def _named(losses: object, weight: Array, reached: float) -> dict[str, Any]:
    return {
        "losses": np.array(losses, dtype=float),
        "student.weight": weight,
        "|teacher.grad|": reached,
    }


def _by_hand(case: Case) -> dict[str, Any]:
    given, losses = case.inputs, []
    if not case.which:
        return by_hand(given, centred=True)
    w, b = given["student.weight"], given["student.bias"]
    targets = np.tanh(given["x"] @ given["teacher.weight"].T + given["teacher.bias"])
    for _ in range(STEPS):
        rows = np.tanh(given["x"] @ w.T + b)
        losses.append(((rows - targets) ** 2).mean())
        z = 2 * (rows - targets) / rows.size * (1 - rows**2)
        w, b = w - given["lr"] * z.T @ given["x"], b - given["lr"] * z.sum(0)
    return _named(losses, w, 0.0)


@with_torch
def _by_torch(pytorch: Any, case: Case) -> dict[str, Any]:
    given, losses = case.inputs, []
    if not case.which:
        return by_torch(pytorch, given, lambda rows: rows - rows.mean(0).detach())
    names = [f"{name}.{part}" for name in ("student", "teacher") for part in ("weight", "bias")]
    w, b, *teacher = (pytorch.tensor(given[name], requires_grad=True) for name in names)
    optimizer = pytorch.optim.SGD([w, b], lr=given["lr"])
    linear, x = pytorch.nn.functional.linear, pytorch.tensor(given["x"])
    for _ in range(STEPS):
        with pytorch.no_grad():
            targets = linear(x, *teacher).tanh()
        optimizer.zero_grad()
        loss = ((linear(x, w, b).tanh() - targets) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    reached = sum(0.0 if p.grad is None else float(p.grad.abs().sum()) for p in teacher)
    return _named(losses, w.detach().numpy(), reached)


EXERCISE: Final = Exercise(
    id="02.6",
    takes=("centred_step", "taught_step"),
    points=3,
    draw=_draw,
    call=lambda work, case: (_run_pair if case.which else run_net)(work[case.which], case),
    oracles={"formula": _by_hand, "torch": _by_torch},
    mistakes=Folder(__name__),
    stages=_STAGES,
    factor=scaled_loss("lr", multiplies=lambda name: name == "|teacher.grad|"),
)

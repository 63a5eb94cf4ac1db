"""01.6: one step of training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from tapewalk import Tensor
from tapewalk_course.checking.comparing import close, is_number
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, scaled_loss
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, leaf, with_torch

_STEPS: Final = 3


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    for batch, stale in ((3, False), (1, False), (4, True), (5, True)):
        inputs = {
            "X": rng.normal(size=(batch, 2)),
            "Y": rng.normal(size=(batch, 3)),
            "W": rng.normal(size=(2, 3)),
            "b": rng.normal(size=3),
            "loss": "((X @ W + b - Y) ** 2).mean()",
            "steps": _STEPS,
            "rate": float(rng.uniform(0.02, 0.08)),
        }
        if stale:
            inputs["W.grad"] = rng.normal(size=(2, 3))
        cases.append(Case(inputs, which=int(stale)))
    return cases


def _call(work: Sequence[Any], case: Case) -> Any:
    given = case.inputs
    x, y = Tensor(given["X"], dtype=np.float64), Tensor(given["Y"], dtype=np.float64)
    w, b = (leaf(given[n].copy()) for n in "Wb")
    if case.which:
        w.grad = given["W.grad"].copy()

    def loss_of() -> Tensor:
        return ((x @ w + b - y) ** 2).mean()

    parameters = [w, b]
    losses = []
    for _ in range(_STEPS):
        losses.append(work[0](parameters, loss_of, given["rate"]))
    case.altered.extend(_switched(parameters, w, b))
    # Losses of the wrong kind are the learner's mistake, and reported as such.
    strange = [loss for loss in losses if not is_number(loss)]
    if strange and isinstance(strange[0], list | tuple):
        return {"loss": strange[0]}  # else its entries would be shown as losses, W and b
    if strange:
        return strange[0] if strange[0] is not None else _Run(None, w.data, b.data)
    return _Run(np.array(losses, dtype=float), w.data, b.data)


def _switched(parameters: list[Tensor], w: Tensor, b: Tensor) -> list[str]:
    """Return the state that the steps must not change: the list, and both `requires_grad`."""
    is_same = len(parameters) == 2 and parameters[0] is w and parameters[1] is b
    found = [] if is_same else ["parameters"]
    return found + [
        f"{n}.requires_grad" for n, p in zip("Wb", (w, b), strict=True) if not p.requires_grad
    ]


@travels
class _Run(NamedTuple):
    """The result of some steps; a tuple of the learner's is not one."""

    losses: Array | None
    w: Array
    b: Array


def _judge(case: Case, got: object, expected: object) -> str | None:
    return close(got, expected) if got is None or isinstance(got, _Run) else "type"


def _by_formula(case: Case) -> _Run:
    given = case.inputs
    w, b, losses = given["W"].copy(), given["b"].copy(), []
    for _ in range(_STEPS):
        apart = given["X"] @ w + b - given["Y"]
        losses.append((apart**2).mean())
        s = 2 * apart / apart.size
        w, b = w - given["rate"] * given["X"].T @ s, b - given["rate"] * s.sum(axis=0)
    return _Run(np.array(losses), w, b)


@with_torch
def _by_torch(pytorch: Any, case: Case) -> _Run:
    given = case.inputs
    x, y = pytorch.tensor(given["X"]), pytorch.tensor(given["Y"])
    w, b = (pytorch.tensor(given[n], requires_grad=True) for n in "Wb")
    steps = pytorch.optim.SGD([w, b], lr=given["rate"])
    losses = []
    for _ in range(_STEPS):
        steps.zero_grad()
        loss = ((x @ w + b - y) ** 2).mean()
        loss.backward()
        steps.step()
        losses.append(loss.item())
    return _Run(np.array(losses), w.detach().numpy(), b.detach().numpy())


EXERCISE: Final = Exercise(
    id="01.6",
    takes=("training_step",),
    parts=("losses", "W", "b"),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": _by_formula, "torch": _by_torch},
    judge=_judge,
    mistakes=Folder(__name__),
    factor=scaled_loss("rate", stub=()),
)

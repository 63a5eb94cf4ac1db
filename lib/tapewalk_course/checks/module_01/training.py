"""01.7: one step of training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from tapewalk import Tensor
from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.distant import is_a, travels
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import Array, torch

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
    w, b = (Tensor(given[n].copy(), requires_grad=True, dtype=np.float64) for n in "Wb")
    if case.which:
        w.grad = given["W.grad"].copy()

    def loss_of() -> Tensor:
        return ((x @ w + b - y) ** 2).mean()

    parameters = [w, b]
    losses = []
    for _ in range(_STEPS):
        losses.append(work[0](parameters, loss_of, given["rate"]))
    case.altered.extend(_switched(parameters, w, b))
    # Losses of the wrong kind are the learner's, and told as such.
    strange = [loss for loss in losses if not _is_number(loss)]
    if strange and isinstance(strange[0], list | tuple):
        return {"loss": strange[0]}  # else its entries would be shown as losses, W and b
    if strange:
        return strange[0] if strange[0] is not None else _Run(None, w.data, b.data)
    return _Run(np.array(losses, dtype=float), w.data, b.data)


def _switched(parameters: list[Tensor], w: Tensor, b: Tensor) -> list[str]:
    """Returns what the steps should have left as it was: the list, and that both ask for grads."""
    is_same = len(parameters) == 2 and parameters[0] is w and parameters[1] is b
    found = [] if is_same else ["parameters"]
    return found + [
        f"{n}.requires_grad" for n, p in zip("Wb", (w, b), strict=True) if not p.requires_grad
    ]


@travels
class _Run(NamedTuple):
    """What some steps give; a tuple of the learner's is none."""

    losses: Array | None
    w: Array
    b: Array


def _is_number(loss: object) -> bool:
    """Tells whether a loss is a number; in NumPy's way, too, which is an array without axes."""
    is_array = isinstance(loss, np.ndarray) and loss.ndim == 0
    return is_array or (isinstance(loss, int | float | np.number) and not isinstance(loss, bool))


def _judge(case: Case, got: object, expected: object) -> str | None:
    return close(got, expected) if got is None or isinstance(got, _Run) else "type"


def _slopes(given: Any, w: Array, b: Array) -> tuple[float, Array, Array]:
    """Returns loss and gradients of the mean squared error, written out."""
    apart = given["X"] @ w + b - given["Y"]
    scaled = 2 * apart / apart.size
    return float((apart**2).mean()), given["X"].T @ scaled, scaled.sum(axis=0)


def _run(
    case: Case,
    kept: float = 0.0,
    stale: float = 0.0,
    rate: float = 1.0,
    moved: tuple[int, int] = (1, 1),
    after: bool = False,
) -> _Run:
    """Returns what the steps give, by default the right ones.

    Args:
        case: The case.
        kept: Which share of the gradients the next step still finds.
        stale: Which share the first step finds of what was there before.
        rate: By what the rate is multiplied.
        moved: Which of the two parameters are moved.
        after: Whether the loss is that after the step.
    """
    given = case.inputs
    w, b = given["W"].copy(), given["b"].copy()
    gw, gb = stale * given.get("W.grad", np.zeros(w.shape)), np.zeros(b.shape)
    losses = []
    for _ in range(_STEPS):
        loss, dw, db = _slopes(given, w, b)
        gw, gb = gw + dw, gb + db
        w -= rate * given["rate"] * moved[0] * gw
        b -= rate * given["rate"] * moved[1] * gb
        losses.append(_slopes(given, w, b)[0] if after else loss)
        gw, gb = kept * gw, kept * gb
    return _Run(np.array(losses), w, b)


def _by(**how: Any) -> Callable[[Case], Any]:
    return lambda case: _run(case, **how)


def _by_torch(case: Case) -> Any:
    pytorch = torch()
    if pytorch is None:
        return None
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


def _recorded(trial: Trial) -> bool:
    return "is being used in an in-place operation" in str(trial.error)


def _unrecorded(trial: Trial) -> bool:
    """Tells whether the walk began at a loss without a history."""
    return "does not require grad" in str(trial.error)


def _no_loss(trial: Trial) -> bool:
    return isinstance(trial.got, _Run) and trial.got.losses is None


def _no_gradient(trial: Trial) -> bool:
    return isinstance(trial.error, TypeError) and "NoneType" in str(trial.error)


EXERCISE: Final = Exercise(
    id="01.7",
    takes=("training_step",),
    parts=("losses", "W", "b"),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": _run, "torch": _by_torch},
    judge=_judge,
    mistakes=(
        Mistake("recorded", sign=_recorded),
        Mistake("unrecorded", sign=_unrecorded),
        Mistake("no_gradient", sign=_no_gradient),
        Mistake("no_loss", sign=_no_loss),
        Mistake("tensor", sign=lambda trial: is_a(trial.got, "Tensor")),
        Mistake("unmoved", _by(moved=(0, 0))),
        Mistake("uphill", _by(rate=-1.0)),
        Mistake("kept", _by(kept=1.0, stale=1.0)),
        Mistake("cleared_late", _by(stale=1.0)),
        Mistake("one_moved", _by(moved=(1, 0))),
        Mistake("loss_after", _by(after=True)),
        Mistake("doubled", _by(rate=2.0)),
        Mistake("divided", lambda case: _run(case, rate=1.0 / case.inputs["rate"] ** 2)),
        Mistake("rate_ignored", lambda case: _run(case, rate=1.0 / case.inputs["rate"])),
    ),
)

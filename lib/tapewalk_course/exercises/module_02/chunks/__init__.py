"""02.5: training steps that carry a state, and with it a graph, from chunk to chunk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk import optim
from tapewalk_course.checking.comparing import is_number
from tapewalk_course.checking.distant import has_a
from tapewalk_course.checking.exercise import Case, Exercise, scaled_loss
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import with_torch
from tapewalk_course.exercises.module_02.steps import linear, strange, tensor


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    for batch, chunks in ((2, 3), (1, 4), (3, 2)):
        n, m = (int(x) for x in rng.permutation([2, 3, 4])[:2])
        inputs: dict[str, Any] = {f"x{c}": rng.normal(size=(batch, n)) for c in range(chunks)}
        inputs |= {f"y{c}": rng.uniform(-1, 1, size=(batch, m)) for c in range(chunks)}
        inputs |= {"cell.weight": rng.normal(size=(m, n)), "cell.bias": rng.normal(size=m)}
        inputs |= {"state": rng.uniform(-1, 1, (batch, m)), "lr": float(rng.uniform(0.2, 0.5))}
        cases.append(Case(inputs))
    return cases


def _chunks(case: Case) -> list[tuple[Any, Any]]:
    given = case.inputs
    return [(given[name], given[f"y{name[1:]}"]) for name in given if name.startswith("x")]


def _call(work: Sequence[Any], case: Case) -> Any:
    given = case.inputs
    cell = linear(given["cell.weight"], given["cell.bias"])
    optimizer = optim.SGD(cell.parameters(), lr=given["lr"])
    chunks = [(tensor(x), tensor(y)) for x, y in _chunks(case)]
    state = tensor(given["state"])
    losses = case.call(work[0], cell=cell, optimizer=optimizer, chunks=chunks, state=state)
    # Results of the wrong kind are the learner's mistake, and reported as such.
    if isinstance(losses, np.ndarray) and losses.ndim == 1:
        losses = list(losses)
    if not isinstance(losses, list | tuple) or not all(is_number(loss) for loss in losses):
        return strange(losses)
    return _named(losses, *(p.data for p in cell.parameters()))


def _named(losses: object, weight: object, bias: object) -> dict[str, Any]:
    return {"losses": np.array(losses, dtype=float), "cell.weight": weight, "cell.bias": bias}


def _by_hand(case: Case) -> dict[str, Any]:
    """Return losses and parameters by formulas; a state counts as a constant."""
    given, losses = case.inputs, []
    w, b, state = given["cell.weight"], given["cell.bias"], given["state"]
    for x, y in _chunks(case):
        state = np.tanh(x @ w.T + b + state)
        losses.append(((state - y) ** 2).mean())
        z = 2 * (state - y) / y.size * (1 - state**2)
        w, b = w - given["lr"] * z.T @ x, b - given["lr"] * z.sum(0)
    return _named(losses, w, b)


@with_torch
def _by_torch(pytorch: Any, case: Case) -> dict[str, Any]:
    given, losses = case.inputs, []
    parameters = [
        pytorch.tensor(given[f"cell.{n}"], requires_grad=True) for n in ("weight", "bias")
    ]
    optimizer = pytorch.optim.SGD(parameters, lr=given["lr"])
    state = pytorch.tensor(given["state"])
    for x, y in _chunks(case):
        optimizer.zero_grad()
        rows = pytorch.nn.functional.linear(pytorch.tensor(x), *parameters)
        state = (rows + state.detach()).tanh()
        loss = ((state - pytorch.tensor(y)) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return _named(losses, *(p.detach().numpy() for p in parameters))


EXERCISE: Final = Exercise(
    id="02.5",
    takes=("train_on_chunks",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": _by_hand, "torch": _by_torch},
    mistakes=Folder(__name__, symptoms={"tensors": lambda trial: has_a(trial.got, "Tensor")}),
    factor=scaled_loss("lr"),
)

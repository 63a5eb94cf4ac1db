"""03.5: the gradient of a table whose rows were looked up, some of them more than once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Tensor
from tapewalk.nn import functional
from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, central, torch
from tapewalk_course.exercises.module_03.pieces import by_torch, one_hot

_PLACES: Final = 3


def _draw(rng: np.random.Generator) -> list[Case]:
    letters, width = (int(x) for x in rng.permutation([4, 5, 6])[:2])
    cases = []
    for rows in (4, 2, 1, 0):
        looked_up = rng.integers(0, letters - 1, size=(rows, _PLACES))  # the last one never
        # A name begins with dots: the same row, looked up repeatedly.
        looked_up[:1] = [0, 0, 1]
        looked_up[1:2, 0] = 0  # at least three times, which differs from the number of contexts
        arriving = rng.normal(size=(rows, _PLACES, width))
        cases.append(Case({"demb": arriving, "Xb": looked_up, "letters": letters}))
    return cases


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](*(case.inputs[name] for name in ("demb", "Xb", "letters")))


def _flat(case: Case) -> tuple[Array, Array]:
    """Return the incoming gradients as rows, and the letter of each row, as one-hot rows."""
    demb, letters = case.inputs["demb"], case.inputs["letters"]
    return demb.reshape(-1, demb.shape[2]), one_hot(case.inputs["Xb"].reshape(-1), letters)


def _by_formula(case: Case) -> Array:
    arrived, read = _flat(case)
    return np.asarray(read.T @ arrived)


def _table(case: Case) -> Array:
    return np.zeros((case.inputs["letters"], case.inputs["demb"].shape[2]))


def _by_nudging(case: Case) -> Array:
    demb, looked_up = case.inputs["demb"], case.inputs["Xb"]
    return central(lambda table: (demb * table[looked_up]).sum(), [_table(case)])[0]


def _by_engine(case: Case) -> Array:
    table = Tensor(_table(case), requires_grad=True, dtype=np.float64)
    functional.embedding(case.inputs["Xb"], table).backward(case.inputs["demb"])
    return np.asarray(table.grad)


def _by_torch(case: Case) -> Any:
    if torch() is None:
        return None
    return by_torch(["C"], _rows, arriving="demb")(Case({**case.inputs, "C": _table(case)}))


def _rows(pytorch: Any, table: Any, given: Any) -> Any:
    return pytorch.nn.functional.embedding(pytorch.tensor(given["Xb"]), table)


EXERCISE: Final = Exercise(
    id="03.5",
    takes=("rows_backward",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "engine": _by_engine,
        "torch": _by_torch,
    },
    mistakes=Folder(__name__),
    factor=Factor((("Xb, demb)", "Xb, {c} * demb)"),)),
)

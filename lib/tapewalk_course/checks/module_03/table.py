"""03.5: back to a table whose rows were looked up, some of them more than once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Tensor
from tapewalk.nn import functional
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import Array, central, torch
from tapewalk_course.checks.module_03.pieces import by_torch, one_hot

_PLACES: Final = 3


def _draw(rng: np.random.Generator) -> list[Case]:
    letters, width = (int(x) for x in rng.permutation([4, 5, 6])[:2])
    cases = []
    for rows in (4, 2, 1, 0):
        looked_up = rng.integers(0, letters - 1, size=(rows, _PLACES))  # the last one never
        # The beginning of a name is dots: the same row, looked up again and again.
        looked_up[:1] = [0, 0, 1]
        looked_up[1:2, 0] = 0  # three times at least: not as often as there are two contexts
        arriving = rng.normal(size=(rows, _PLACES, width))
        cases.append(Case({"demb": arriving, "Xb": looked_up, "letters": letters}))
    return cases


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](*(case.inputs[name] for name in ("demb", "Xb", "letters")))


def _flat(case: Case) -> tuple[Array, Array]:
    """Returns what arrived as rows, and which letter each was read for, as one-hot rows."""
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


def _written(case: Case) -> Array:
    """Returns what comes if each row that arrives is written over the one before."""
    made = _table(case)
    for row, read in zip(*_flat(case), strict=True):
        made[read.argmax()] = row
    return made


def _mean(case: Case) -> Array:
    _, read = _flat(case)
    return np.asarray(_by_formula(case) / np.maximum(read.sum(0), 1)[:, None])


def _looked_up(case: Case) -> Array:
    _, read = _flat(case)
    return np.asarray(_by_formula(case)[read.any(0)])


def _at_one_place(case: Case, place: int) -> Array:
    """Returns what comes if only one of the places in a context counts."""
    cut = {name: case.inputs[name][:, place : place + 1] for name in ("demb", "Xb")}
    return _by_formula(Case({**cut, "letters": case.inputs["letters"]}))


def _summed_first(case: Case) -> Array:
    demb = case.inputs["demb"]
    spread = np.broadcast_to(demb.sum(1, keepdims=True), demb.shape)
    return _by_formula(Case({**case.inputs, "demb": spread}))


def _uses(case: Case) -> Array:
    return _by_formula(Case({**case.inputs, "demb": np.ones_like(case.inputs["demb"])}))


def _out_of_bounds(trial: Trial) -> bool:
    """Tells whether a letter lies outside of a table that is too small for it.

    An array that is as long as one of those given may be that one, with its indices exchanged.
    """
    said = r"index (\d+) is out of bounds for axis 0 with size (\d+)"
    message = re.search(said, str(trial.error))
    if not isinstance(trial.error, IndexError) or message is None:
        return False
    demb, letters = trial.case.inputs["demb"], trial.case.inputs["letters"]
    index, size = int(message[1]), int(message[2])
    return max(index, size) < letters and size not in (*demb.shape, demb[..., 0].size)


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
    mistakes=(
        Mistake("overwrites", _written),
        Mistake("mean", _mean),
        Mistake("looked_up", _looked_up),
        Mistake("first_place", lambda case: _at_one_place(case, 0)),
        Mistake("last_place", lambda case: _at_one_place(case, _PLACES - 1)),
        Mistake("summed_first", _summed_first),
        Mistake("uses", _uses),
        Mistake("transposed", lambda case: _by_formula(case).T),
        Mistake("bounds", sign=_out_of_bounds),
    ),
)

"""03.7, a project: a fused layer norm, whose reads and writes of slow memory are counted."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk.nn import functional
from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, central, leaf, with_torch
from tapewalk_course.checking.stages import Stage

_STAGES: Final = (
    Stage("forward", 1, {"en": "the forward pass", "es": "la pasada hacia delante"}),
    Stage("backward", 2, {"en": "the backward pass", "es": "la pasada hacia atrás"}),
    Stage("precision", 1, {"en": "rows far from 0", "es": "filas lejos de 0"}),
    Stage(
        "passes",
        2,
        {"en": "few passes over slow memory", "es": "pocas pasadas por la memoria lenta"},
        needs=("forward", "backward"),
    ),
)
# The pieces of an array that fit into fast memory at once.
_ROOM: Final = 4
# How often each number may be loaded or stored, by function.
_BUDGETS: Final[tuple[dict[str, float], ...]] = (
    {"x loaded": 2.0, "y stored": 1.0},
    {"dy loaded": 2.0, "x loaded": 2.0, "dx stored": 1.0},
)


class SlowMemory:
    """An array in slow memory: `x[row, tile]` loads a piece of a row, or stores one.

    Attributes:
        shape: Its rows and its width.
        tiles: The slices that cut a row into pieces, the last of which may be shorter.
    """

    def __init__(self, array: Array, tile: int) -> None:
        self._array = array
        self.shape, width = array.shape, array.shape[1]
        self.tiles = [slice(at, min(at + tile, width)) for at in range(0, width, tile)]
        self.loaded, self.stored = 0, 0
        self._held: list[weakref.ref[Array]] = []

    def __getitem__(self, place: Any) -> Array:
        row, tile = self._checked(place)
        self._held = [each for each in self._held if each() is not None]
        if len(self._held) == _ROOM:
            raise MemoryError(f"fast memory has room for {_ROOM} pieces of an array at once")
        piece: Array = self._array[row, tile].copy()
        self._held.append(weakref.ref(piece))
        self.loaded += piece.size
        return piece

    def __setitem__(self, place: Any, piece: Any) -> None:
        row, tile = self._checked(place)
        self._array[row, tile] = piece
        self.stored += self._array[row, tile].size

    def _checked(self, place: Any) -> Any:
        is_piece = isinstance(place, tuple) and len(place) == 2 and place[1] in self.tiles
        if not is_piece or not isinstance(place[0], int | np.integer):
            raise TypeError("slow memory is read as x[row, tile], with a tile of x.tiles")
        return place


def _draw(rng: np.random.Generator) -> list[Case]:
    return [
        *(_case(rng, 0, "forward", rows, width) for rows, width in ((3, 14), (1, 11))),
        _case(rng, 0, "forward", 2, 13, scale=0.01),
        *(_case(rng, 1, "backward", rows, width) for rows, width in ((3, 14), (1, 11))),
        _case(rng, 0, "precision", 2, 15, centre=1e7),
        *(_case(rng, which, "passes", 3, 16) for which in (0, 1)),
    ]


def _case(
    rng: np.random.Generator,
    which: int,
    stage: str,
    rows: int,
    width: int,
    centre: float = 0.0,
    scale: float = 1.0,
) -> Case:
    given: dict[str, Any] = {"tile": int(rng.integers(2, 4))}
    x = given["x"] = centre * rng.uniform(1, 2, (rows, 1)) + scale * rng.normal(size=(rows, width))
    x += rng.normal(size=(rows, 1))
    given["gain"] = rng.uniform(0.5, 1.5, width)
    if which == 0:
        return Case({**given, "bias": rng.normal(size=width), "eps": 1e-5}, stage=stage)
    given |= {"mean": x.mean(1), "rstd": (x.var(1) + 1e-5) ** -0.5}
    return Case({**given, "dy": rng.normal(size=(rows, width))}, which=1, stage=stage)


def _call(work: Sequence[Any], case: Case) -> Any:
    given = case.inputs
    x = SlowMemory(given["x"], given["tile"])
    result = SlowMemory(np.full(x.shape, np.nan), given["tile"])
    if case.which == 0:
        found = work[0](x, given["gain"], given["bias"], given["eps"], result)
        names, counts = ("y", "mean", "rstd"), {"x loaded": x.loaded, "y stored": result.stored}
    else:
        dy = SlowMemory(given["dy"], given["tile"])
        found = work[1](dy, x, given["gain"], given["mean"], given["rstd"], result)
        counts = {"dy loaded": dy.loaded, "x loaded": x.loaded, "dx stored": result.stored}
        names = ("dx", "dgain", "dbias")
    if not isinstance(found, tuple | list) or len(found) != 2:
        return found
    if case.stage == "passes":
        return {name: count / given["x"].size for name, count in counts.items()}
    return dict(zip(names, (result._array, *found), strict=True))


def _judge(case: Case, got: object, expected: object) -> str | None:
    """Compare numbers; of counts, fewer than the budget are right, too."""
    if case.stage == "passes" and isinstance(got, dict):
        budget = _BUDGETS[case.which]
        if got.keys() == budget.keys() and all(0 < got[name] <= budget[name] for name in got):
            got = budget
    return close(got, expected)


def _normalised(x: Array, gain: Array, bias: Array) -> Array:
    apart = x - x.mean(1, keepdims=True)
    root = np.sqrt((apart**2).mean(1, keepdims=True) + 1e-5)
    return np.asarray(gain * apart / root + bias)


def _by_formula(case: Case) -> dict[str, Any]:
    """Return the results by NumPy; the gradient of x by the matrix of all slopes in a row."""
    given, (x, gain) = case.inputs, (case.inputs["x"], case.inputs["gain"])
    if case.stage == "passes":
        return dict(_BUDGETS[case.which])
    rstd = 1 / np.sqrt(x.var(1) + 1e-5)
    if case.which == 0:
        return {"y": _normalised(x, gain, given["bias"]), "mean": x.mean(1), "rstd": rstd}
    raw, width = (x - x.mean(1, keepdims=True)) * rstd[:, None], x.shape[1]
    slopes = np.eye(width) - 1 / width - raw[:, :, None] * raw[:, None] / width
    dx = rstd[:, None] * np.einsum("rij,rj->ri", slopes, gain * given["dy"])
    return {"dx": dx, "dgain": (raw * given["dy"]).sum(0), "dbias": given["dy"].sum(0)}


def _by_nudging(case: Case) -> Any:
    given = case.inputs
    if case.which == 0 or case.stage == "passes":
        return None
    at = [given["x"], given["gain"], np.zeros_like(given["gain"])]
    moved = central(lambda *arrays: (given["dy"] * _normalised(*arrays)).sum(), at)
    return dict(zip(("dx", "dgain", "dbias"), moved, strict=True))


def _by_library(case: Case, tensor: Any, library: Any) -> Any:
    """Return the results by the layer norm of PyTorch or of our engine."""
    given = case.inputs
    if case.stage == "passes":
        return None
    bias = given.get("bias", np.zeros_like(given["gain"]))
    leaves = [tensor(each) for each in (given["x"], given["gain"], bias)]
    y = library.layer_norm(leaves[0], given["gain"].shape, *leaves[1:], eps=1e-5)
    if case.which == 0:
        return _by_formula(case) | {"y": np.asarray(y.detach().numpy())}
    y.backward(tensor(given["dy"]).detach())
    grads = [np.asarray(one.grad) for one in leaves]
    return dict(zip(("dx", "dgain", "dbias"), grads, strict=True))


@with_torch
def _by_torch(pytorch: Any, case: Case) -> Any:
    return _by_library(case, lambda x: pytorch.tensor(x, requires_grad=True), pytorch.nn.functional)


def _is_often(trial: Trial, name: str) -> bool:
    """Return whether each number of an array was loaded or stored too often."""
    return bool(trial.case.stage == "passes" and trial.got[name] > trial.expected[name])


EXERCISE: Final = Exercise(
    id="03.7",
    takes=("layer_norm", "layer_norm_backward"),
    points=sum(stage.points for stage in _STAGES),
    draw=_draw,
    call=_call,
    oracles={
        "formula": _by_formula,
        "engine": lambda case: _by_library(case, leaf, functional),
        "differences": _by_nudging,
        "torch": _by_torch,
    },
    judge=_judge,
    mistakes=Folder(
        __name__,
        symptoms={
            "full": lambda trial: isinstance(trial.error, MemoryError),
            "often": lambda trial: trial.case.which == 0 and _is_often(trial, "x loaded"),
            "often_back": lambda trial: (
                trial.case.which == 1
                and (_is_often(trial, "x loaded") or _is_often(trial, "dy loaded"))
            ),
            "stored": lambda trial: _is_often(trial, ("y stored", "dx stored")[trial.case.which]),
        },
    ),
    stages=_STAGES,
)

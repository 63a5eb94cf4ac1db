"""01.8, a project: a tensor engine, until it trains the names MLP; forward mode on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from tapewalk import Tensor, data, no_grad
from tapewalk_course.checking.exercise import FOR_INPUTS, Case, Exercise, Factor, times_input
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, central, leaf, with_torch
from tapewalk_course.checking.stages import Stage
from tapewalk_course.exercises.module_01.tensors.run import (
    by_reverse,
    leaves,
    result_of,
    reverse,
    run,
)

_Drawn = list[tuple[dict[str, Any], dict[str, str]]]

# The names MLP, as a dictionary of lines: each has a name, and the last one is the result.
_LOSS: Final = {
    "e": "table[X].reshape(-1, {width})",
    "h": "(e @ w1 + b1).tanh()",
    "logs": "(h @ w2 + b2).log_softmax(axis=-1)",
    "loss": "logs[np.arange({n}), Y].mean() * -1.0",
}
_STEPS: Final = 8


def _drawer(rng: np.random.Generator) -> Callable[..., Array]:
    return lambda *shape: rng.normal(size=shape)


def _elementwise(rng: np.random.Generator) -> _Drawn:
    a, (n, m) = _drawer(rng), (int(k) for k in rng.permutation([2, 3, 4])[:2])
    return [
        ({"x": a(n, m), "b": a(m)}, {"y": "x + b"}),
        ({"x": a(n, m), "w": a(n, 1)}, {"y": "x + w"}),
        ({"x": a(n, m), "w": a(n, 1)}, {"y": "x * w"}),
        ({"x": a(m), "w": a(n, 1)}, {"y": "x * w + x"}),
        ({"x": a(2, n, m), "w": a(n, 1), "b": a(1, m)}, {"y": "x * w + b"}),
        ({"x": a(n), "b": a(1)}, {"h": "x + b", "y": "h * h * h"}),
        ({"x": a(n, m), "w": a(n, m)}, {"h": "x * w", "k": "h * x", "y": "k + h"}),
        ({"x": a(n, m), "w": a(n, m)}, {"h": "x + w", "k": "h * h", "y": "h + k"}),
        ({"x": a(n), "w": a(n)}, {"y": "(x + w) + x * w + (x + w)"}),
        ({"x": a(), "C": a(m)}, {"y": "x * C + 2.5"}),
        ({"x": a(n, m), "w": a(m)}, {"y": "(x * w).tanh()"}),
    ]


def _matmul(rng: np.random.Generator) -> _Drawn:
    a, (n, k, m) = _drawer(rng), (int(k) for k in rng.permutation([2, 3, 4]))
    return [
        ({"x": a(n, k), "w": a(k, m)}, {"y": "x @ w"}),
        ({"x": a(k, k), "w": a(k, k)}, {"y": "x @ w"}),
        ({"x": a(2, n, k), "w": a(k, m)}, {"y": "x @ w"}),
        ({"x": a(1, k), "w": a(k, m), "v": a(m, n)}, {"y": "x @ w @ v"}),
    ]


def _reductions(rng: np.random.Generator) -> _Drawn:
    a, (n, m) = _drawer(rng), (int(k) for k in rng.permutation([2, 3, 4])[:2])
    calls = ("sum()", "sum(axis=0)", "sum(axis=1, keepdims=True)", "mean(axis=-1)", "mean()")
    several = [({"x": a(n, m)}, {"y": f"x.{call}"}) for call in calls]
    square = ({"x": a(n, n)}, {"y": "x.sum(axis=1)"})
    stretched = ({"x": a(n, m), "b": a(1, m)}, {"y": "(x + b).sum(axis=0)"})
    centred = ({"x": a(n, m)}, {"y": "x + x.mean(axis=0, keepdims=True) * -1.0"})
    return [*several, square, stretched, ({"x": a(2, n, m)}, {"y": "x.mean(axis=1)"}), centred]


def _softmax(rng: np.random.Generator) -> _Drawn:
    a, (n, m) = _drawer(rng), (int(k) for k in rng.permutation([2, 3, 4])[:2])
    scores = [a(n, m), a(m), a(2, n, m), a(m, m), np.round(3000 * a(n, m))]
    return [({"x": each}, {"y": "x.log_softmax(axis=-1)"}) for each in scores]


def _indexing(rng: np.random.Generator) -> _Drawn:
    a, (n, m) = _drawer(rng), (int(k) for k in rng.permutation([3, 4, 5])[:2])
    rows, letters = np.array([0, n - 1, 0, 0]), rng.integers(0, n - 1, (m, 3))
    letters[0] = 1
    picked = rng.integers(0, m, n)
    return [
        ({"x": a(n, m), "X": rows}, {"y": "x[X]"}),
        ({"x": a(n, 2), "X": letters}, {"y": "x[X]"}),
        ({"x": a(n, m)}, {"y": "x[1:]"}),
        ({"x": a(n, m)}, {"y": "x[0] + x[1] * x[0]"}),
        ({"x": a(n, m), "Y": picked}, {"y": f"x[np.arange({n}), Y]"}),
    ]


def _network(rng: np.random.Generator, n: int) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the parameters of a small names MLP with n examples, and its lines."""
    a, depth, width = _drawer(rng), int(rng.integers(2, 4)), int(rng.integers(5, 8))
    contexts, targets = data.contexts([str(each) for each in rng.choice(data.names(), n)])
    arrays = {
        "table": a(27, depth),
        "w1": 0.4 * a(3 * depth, width),
        "b1": 0.1 * a(width),
        "w2": 0.4 * a(width, 27),
        "b2": 0.1 * a(27),
        "X": contexts[:n],
        "Y": targets[:n],
    }
    return arrays, {name: line.format(n=n, width=3 * depth) for name, line in _LOSS.items()}


def _training(rng: np.random.Generator) -> _Drawn:
    arrays, lines = _network(rng, 16)
    return [({**arrays, "steps": _STEPS, "rate": float(rng.uniform(0.2, 0.5))}, lines)]


def _forward(rng: np.random.Generator) -> _Drawn:
    """Return some cases of each earlier stage, with a direction `Vx` for a leaf `x`."""
    whole = [_network(rng, 6)]
    drawn = [case for draw in list(_DRAWERS.values())[:5] for case in draw(rng)] + whole
    for nth, (arrays, _) in enumerate(drawn):
        own = leaves(arrays)
        for name in own[nth % 2 if len(own) > 1 else 0 :]:  # sometimes one leaf is still
            arrays[f"V{name}"] = rng.normal(size=arrays[name].shape)
    return drawn


_DRAWERS: Final = {
    "elementwise": _elementwise,
    "matmul": _matmul,
    "reductions": _reductions,
    "softmax": _softmax,
    "indexing": _indexing,
    "training": _training,
    "forward": _forward,
}
_STAGES: Final = (
    Stage("elementwise", 1, {"en": "`+`, `*` and `tanh`", "es": "`+`, `*` y `tanh`"}),
    Stage("matmul", 1, {"en": "`@`", "es": "`@`"}),
    Stage("reductions", 1, {"en": "`sum` and `mean`", "es": "`sum` y `mean`"}),
    Stage("softmax", 1, {"en": "`log_softmax`", "es": "`log_softmax`"}),
    Stage("indexing", 1, {"en": "indices", "es": "índices"}),
    Stage("training", 1, {"en": "it trains the names MLP", "es": "entrena el MLP de los nombres"}),
    # It has no factor of a learner's own.
    Stage("forward", 2, {"en": "forward mode", "es": "modo directo"}, needs=("elementwise",)),
)


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    for stage, draw in _DRAWERS.items():
        for arrays, lines in draw(rng):
            given = {**arrays, **lines}
            if stage not in ("training", "forward"):
                given["G"] = rng.normal(size=_at(given).data.shape)
            cases.append(Case(given, stage=stage))
    return cases


def _at(given: Mapping[str, Any]) -> Tensor:
    result: Tensor = result_of(given, {name: leaf(given[name]) for name in leaves(given)})
    return result


def _moved(given: Mapping[str, Any], step: float) -> Array:
    """Return the result at a point a little away, along the directions."""
    there = {n: given[n] + step * given.get(f"V{n}", 0.0) for n in leaves(given)}
    with no_grad():
        return np.asarray(_at({**given, **there}).data)


def _by_engine(case: Case) -> Any:
    """Return our engine's results; a directional derivative by its reverse mode, row by row."""
    given = case.inputs
    if case.stage != "forward":
        return by_reverse(given, leaf)
    tangent = np.zeros(_moved(given, 0).shape)
    for entry in np.ndindex(tangent.shape):
        seed = np.zeros(tangent.shape)
        seed[entry] = 1
        _, grads = reverse(given, leaf, (seed,))
        tangent[entry] = sum((grad * given.get(f"V{n}", 0.0)).sum() for n, grad in grads.items())
    return {"tangent": tangent}


def _by_nudging(case: Case) -> Any:
    given, h = case.inputs, 1e-5
    if "steps" in given or any(np.abs(given[n]).max() > 100 for n in leaves(given)):
        return None  # too many steps, or numbers too large for a small difference
    if case.stage == "forward":
        return {"tangent": (_moved(given, h) - _moved(given, -h)) / (2 * h)}
    names = leaves(given)

    def weighted(*arrays: Array) -> Any:
        return (given["G"] * _moved({**given, **dict(zip(names, arrays, strict=True))}, 0)).sum()

    slopes = central(weighted, [given[name] for name in names])
    gradients = {f"{name}.grad": slope for name, slope in zip(names, slopes, strict=True)}
    return {"y": _moved(given, 0), **gradients}


@with_torch
def _by_torch(pytorch: Any, case: Case) -> Any:
    if case.stage == "forward":
        return None
    arrays = {n: x for n, x in case.inputs.items() if isinstance(x, np.ndarray)}
    given = {**case.inputs, **{n: pytorch.tensor(x) for n, x in arrays.items() if n.isupper()}}
    found = by_reverse(given, lambda x: pytorch.tensor(x, requires_grad=True))
    return {name: np.asarray(each) for name, each in found.items()}


def _faster(case: Case, factor: int) -> Case:
    """Return the case in which plain gradients take the steps of those with the factor."""
    return times_input("rate")(case, factor) if case.stage == "training" else case


EXERCISE: Final = Exercise(
    id="01.8",
    takes=("MyTensor",),
    points=sum(stage.points for stage in _STAGES),
    draw=_draw,
    call=lambda work, case: run(work, case.inputs),
    oracles={"engine": _by_engine, "differences": _by_nudging, "torch": _by_torch},
    mistakes=Folder(__name__, tools=("order",)),
    factor=Factor(
        (("{{self: grad", "{{self: {c} * grad"),),
        multiplies=lambda name: name.endswith(".grad"),
        plain=_faster,
        choices=FOR_INPUTS,
    ),
    stages=_STAGES,
)

"""01.4 and 01.5: undoing a broadcast, and the way back of a matrix product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Tensor
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import Array, central, torch

# ---- 01.4 ----


def _draw_unbroadcast(rng: np.random.Generator) -> list[Case]:
    n, m, k = (int(x) for x in rng.permutation([2, 3, 4]))
    pairs: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
        ((n, m), (m,)),
        ((n, m), (n, 1)),
        ((n, m), (n, m)),
        ((k, n, m), (n, m)),
        ((k, n, m), (n, 1)),
        ((k, n, m), (1, n, 1)),
        ((n, m), ()),
        ((1, m), (m,)),
        ((1, m), (1, m)),
        ((0, m), (m,)),
        ((n, m), (1, 1)),
        ((k, n, m), (m,)),
    ]
    return [Case({"gradient": rng.normal(size=big), "shape": small}) for big, small in pairs]


def _call_unbroadcast(work: Sequence[Any], case: Case) -> Any:
    return work[0](case.inputs["gradient"], case.inputs["shape"])


def _broadcast_by_engine(case: Case) -> Array:
    gradient, shape = case.inputs["gradient"], case.inputs["shape"]
    x = Tensor(np.zeros(shape), requires_grad=True)
    (x + np.zeros(gradient.shape)).backward(gradient)
    return np.asarray(x.grad, dtype=float)


def _broadcast_by_torch(case: Case) -> Array | None:
    pytorch = torch()
    if pytorch is None:
        return None
    gradient, shape = case.inputs["gradient"], case.inputs["shape"]
    x = pytorch.zeros(shape, dtype=pytorch.float64, requires_grad=True)
    x.expand(gradient.shape).backward(pytorch.tensor(gradient))
    return np.asarray(x.grad.numpy())


def _broadcast_by_nudging(case: Case) -> Array:
    gradient = case.inputs["gradient"]
    zeros = np.zeros(case.inputs["shape"])
    return central(lambda x: (gradient * np.broadcast_to(x, gradient.shape)).sum(), [zeros])[0]


def _axes(case: Case) -> tuple[Array, tuple[int, ...], tuple[int, ...]]:
    """Returns the gradient, the axes put in front, and, after these are gone, those stretched."""
    gradient, shape = case.inputs["gradient"], case.inputs["shape"]
    front = tuple(range(gradient.ndim - len(shape)))
    return gradient, front, tuple(axis for axis, n in enumerate(shape) if n == 1)


def _only_front(case: Case) -> Array:
    gradient, front, _ = _axes(case)
    return np.asarray(gradient.sum(axis=front))


def _only_stretched(case: Case) -> Array:
    gradient, front, stretched = _axes(case)
    axes = tuple(axis + len(front) for axis in stretched)
    return np.asarray(gradient.sum(axis=axes, keepdims=True))


def _drops_axes(case: Case) -> Array:
    gradient, front, stretched = _axes(case)
    return np.asarray(gradient.sum(axis=front).sum(axis=stretched))


def _one_front(case: Case) -> Array:
    gradient, front, stretched = _axes(case)
    return np.asarray(gradient.sum(axis=front[:1]).sum(axis=stretched, keepdims=True))


def _one_stretched(case: Case) -> Array:
    gradient, front, stretched = _axes(case)
    return np.asarray(gradient.sum(axis=front).sum(axis=stretched[:1], keepdims=True))


def _shifted(case: Case) -> Array:
    """Returns what comes if axes are numbered as in `shape` while there are more in front."""
    gradient, front, stretched = _axes(case)
    return np.asarray(gradient.sum(axis=stretched, keepdims=True).sum(axis=front))


def _mean(case: Case) -> Array:
    gradient, front, stretched = _axes(case)
    return np.asarray(gradient.mean(axis=front).mean(axis=stretched, keepdims=True))


def _first_entry(case: Case) -> Array | None:
    gradient, front, stretched = _axes(case)
    if not gradient.size:
        return None
    for _ in front:
        gradient = gradient[0]
    for axis in stretched:
        gradient = gradient.take([0], axis=axis)
    return np.asarray(gradient)


UNBROADCAST: Final = Exercise(
    id="01.4",
    takes=("unbroadcast",),
    points=2,
    draw=_draw_unbroadcast,
    call=_call_unbroadcast,
    oracles={
        "engine": _broadcast_by_engine,
        "differences": _broadcast_by_nudging,
        "torch": _broadcast_by_torch,
    },
    mistakes=(
        Mistake("unchanged", lambda case: case.inputs["gradient"]),
        Mistake("mean", _mean),
        Mistake("keepdims", _drops_axes),
        Mistake("first", _first_entry),
        Mistake("only_front", _only_front),
        Mistake("only_stretched", _only_stretched),
        Mistake("one_front", _one_front),
        Mistake("one_stretched", _one_stretched),
        Mistake("shifted", _shifted),
        Mistake("first_axis", lambda case: case.inputs["gradient"].sum(axis=0)),
        Mistake("everything", lambda case: case.inputs["gradient"].sum()),
    ),
)


# ---- 01.5 ----


def _draw_matmul(rng: np.random.Generator) -> list[Case]:
    n, k, m = (int(x) for x in rng.permutation([2, 3, 4]))
    shapes: list[tuple[tuple[int, ...], int]] = [((n, k), m), ((1, k), m), ((k, k), k)]
    shapes += [((2, n, k), m), ((1, n, k), m), ((2, 3, n, k), m)]
    cases = []
    for shape, width in shapes:
        x, w = rng.normal(size=shape), rng.normal(size=(k, width))
        cases.append(Case({"G": rng.normal(size=(*shape[:-1], width)), "X": x, "W": w}))
    return cases


def _call_matmul(work: Sequence[Any], case: Case) -> Any:
    return work[0](*(case.inputs[name] for name in "GXW"))


def _matmul_by_torch(case: Case) -> tuple[Array, Array] | None:
    pytorch = torch()
    if pytorch is None:
        return None
    leaves = [pytorch.tensor(case.inputs[name], requires_grad=True) for name in "XW"]
    (leaves[0] @ leaves[1]).backward(pytorch.tensor(case.inputs["G"]))
    return leaves[0].grad.numpy(), leaves[1].grad.numpy()


def _matmul_by_engine(case: Case) -> tuple[Array, Array]:
    leaves = [
        Tensor(case.inputs[name], requires_grad=True, dtype=np.float64) for name in ("X", "W")
    ]
    (leaves[0] @ leaves[1]).backward(case.inputs["G"])
    return np.asarray(leaves[0].grad), np.asarray(leaves[1].grad)


def _matmul_by_nudging(case: Case) -> tuple[Array, ...]:
    gradient = case.inputs["G"]
    arrays = [case.inputs["X"], case.inputs["W"]]
    return central(lambda x, w: (gradient * (x @ w)).sum(), arrays)


def _flat(case: Case) -> tuple[Array, Array, Array] | None:
    """Returns G, X and W where there are two axes only."""
    g, x, w = (case.inputs[name] for name in "GXW")
    return (g, x, w) if x.ndim == 2 else None


def _with_two_axes(formula: Callable[[Array, Array, Array], Any]) -> Callable[[Case], Any]:
    def gives(case: Case) -> Any:
        flat = _flat(case)
        return None if flat is None else formula(*flat)

    return gives


def _unsummed(case: Case) -> tuple[Array, Array]:
    g, x, w = (case.inputs[name] for name in "GXW")
    return g @ w.T, x.swapaxes(-1, -2) @ g


def _front_mean(case: Case) -> tuple[Array, Array] | None:
    """Returns what comes of a mean over the axes in front, where there are some."""
    front, gradient = _unsummed(case)
    axes = tuple(range(gradient.ndim - 2))
    return (front, np.asarray(gradient.mean(axis=axes))) if axes else None


def _does_not_fit(trial: Trial) -> bool:
    """Tells whether a product of two matrices was refused: `@` says "matmul", `dot` "aligned"."""
    said = str(trial.error)
    is_product = "matmul" in said or "not aligned" in said
    return is_product and bool(trial.case.inputs["X"].ndim == 2)


def _has_axes_in_front(trial: Trial) -> bool:
    return bool(trial.case.inputs["X"].ndim > 2)


def _has_two_axes_in_front(trial: Trial) -> bool:
    return bool(trial.case.inputs["X"].ndim == 4)


MATMUL: Final = Exercise(
    id="01.5",
    takes=("matmul_backward",),
    parts=("X.grad", "W.grad"),
    points=2,
    draw=_draw_matmul,
    call=_call_matmul,
    oracles={
        "engine": _matmul_by_engine,
        "differences": _matmul_by_nudging,
        "torch": _matmul_by_torch,
    },
    mistakes=(
        Mistake("swapped", lambda case: _matmul_by_engine(case)[::-1]),
        Mistake("factors", sign=_does_not_fit),
        Mistake("transposed", _with_two_axes(lambda g, x, w: (g @ w.T, g.T @ x))),
        Mistake("mean", _with_two_axes(lambda g, x, w: (g @ w.T, x.T @ g / len(x)))),
        Mistake(
            "ones",
            _with_two_axes(lambda g, x, w: (np.ones_like(g) @ w.T, x.T @ np.ones_like(g))),
        ),
        Mistake("unsummed", _unsummed),
        Mistake("front_mean", _front_mean),
        Mistake("one_front", sign=_has_two_axes_in_front, every=True),
        Mistake("axes", sign=_has_axes_in_front, every=True),
    ),
)

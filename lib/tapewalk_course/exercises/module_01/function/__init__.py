"""01.5: a custom Function, softplus."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import getattr_static
from typing import Any, Final

import numpy as np

from tapewalk import Function
from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, central, leaf, with_torch


def _draw(rng: np.random.Generator) -> list[Case]:
    n, m = (int(x) for x in rng.permutation([2, 3, 4])[:2])
    cases = [
        Case({"x": rng.normal(size=shape), "gradient": rng.normal(size=shape)})
        for shape in [(n,), (n, m), (1, m), (0, m), ()]
    ]
    # Two nodes at the same time: each must have saved values of its own.
    pair = {f"{name}{which}": rng.normal(size=(n,)) for which in "12" for name in ("x", "gradient")}
    large = {"x": np.array([-1000.0, 1000.0]), "gradient": rng.normal(size=2)}
    # Inputs for which softplus is nearly x.
    bent = {"x": rng.uniform(3, 9, n) * np.resize([1, -1], n), "gradient": rng.normal(size=(n,))}
    return [*cases, Case(bent), Case(pair, which=1), Case(large, which=2)]


def _parts(case: Case) -> list[tuple[Array, Array]]:
    """Return the operand and the incoming gradient of each node."""
    given = list(case.inputs.values())
    return [(np.asarray(x), np.asarray(g)) for x, g in zip(given[::2], given[1::2], strict=True)]


def _call(work: Sequence[Any], case: Case) -> Any:
    if not (isinstance(work[0], type) and issubclass(work[0], Function)):
        return work[0]
    softplus = _noting(work[0], case)
    leaves = [leaf(x) for x, _ in _parts(case)]
    made = [softplus.apply(x) for x in leaves]
    results: list[Any] = []
    for x, result, (_, gradient) in zip(leaves, made, _parts(case), strict=True):
        values = np.asarray(result.data, dtype=float)
        result.backward(gradient)
        results += [values, x.grad]
    for name, x, (given, _) in zip(("x", "x2"), leaves, _parts(case), strict=False):
        case.altered.extend([name] * (not np.array_equal(x.data, given)))
    return tuple(results)


def _noting(softplus: Any, case: Case) -> Any:
    """Return the same function, which notes whether it wrote into the incoming gradient.

    The engine may have passed the same array to another operand.
    """

    def backward(context: Any, grad: Any) -> Any:
        arrived = grad if isinstance(grad, np.ndarray) else grad.data
        before = arrived.copy()
        found = softplus.backward(context, grad)
        case.altered.extend(["grad"] * (not np.array_equal(before, arrived)))
        return found

    # In PyTorch's form both are static.
    is_static = isinstance(getattr_static(softplus, "backward"), staticmethod)
    own = {"backward": staticmethod(backward) if is_static else backward}
    return type(softplus.__name__, (softplus,), own)


def _sigmoid(x: Array) -> Array:
    small = np.exp(-np.abs(x))
    return np.asarray(np.where(x >= 0, 1.0, small) / (1 + small))


def _by_formula(case: Case) -> tuple[Any, ...]:
    pairs = [(np.logaddexp(0, x), np.asarray(g * _sigmoid(x))) for x, g in _parts(case)]
    return tuple(part for pair in pairs for part in pair)


@with_torch
def _by_torch(pytorch: Any, case: Case) -> tuple[Any, ...]:
    results: list[Any] = []
    for values, gradient in _parts(case):
        x = pytorch.tensor(values, requires_grad=True)
        result = pytorch.nn.functional.softplus(x)
        result.backward(pytorch.tensor(gradient))
        results += [result.detach().numpy(), x.grad.numpy()]
    return tuple(results)


def _by_nudging(case: Case) -> tuple[Any, ...]:
    results: list[Any] = []
    for x, gradient in _parts(case):
        moved = central(lambda at, g=gradient: (g * np.logaddexp(0, at)).sum(), [x])
        results += [np.logaddexp(0, x), moved[0]]
    return tuple(results)


EXERCISE: Final = Exercise(
    id="01.5",
    takes=("Softplus",),
    parts=("y", "x.grad", "y2", "x2.grad"),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": _by_formula, "differences": _by_nudging, "torch": _by_torch},
    judge=lambda case, got, expected: "no_function" if callable(got) else close(got, expected),
    mistakes=Folder(
        __name__,
        symptoms={"large": lambda trial: trial.case.which == 2},
    ),
    factor=Factor((("return np", "return {c} * np"), ("return grad", "return {c} * grad"))),
)

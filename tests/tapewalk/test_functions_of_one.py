"""Functions of one tensor and reductions, against PyTorch and central differences."""

import warnings

import numpy as np
import pytest
import torch
from torch.nn import functional as pt

import tapewalk as tw
from tests.tapewalk.oracle import check_both, draw, noncontiguous

# name: our function, PyTorch's, and the shapes of the operands.
UNARY = {
    "neg": (lambda x: -x, lambda x: -x),
    "abs": (lambda x: x.abs(), lambda x: x.abs()),
    "sign": (lambda x: x.sign() * x,) * 2,
    "exp": (lambda x: x.exp(), lambda x: x.exp()),
    "log": (lambda x: (x * x + 0.1).log(), lambda x: (x * x + 0.1).log()),
    "sqrt": (lambda x: (x * x + 0.1).sqrt(), lambda x: (x * x + 0.1).sqrt()),
    "rsqrt": (lambda x: (x * x + 0.1).rsqrt(), lambda x: (x * x + 0.1).rsqrt()),
    "sin": (lambda x: x.sin(), lambda x: x.sin()),
    "cos": (lambda x: x.cos(), lambda x: x.cos()),
    "sinh": (lambda x: x.sinh(), lambda x: x.sinh()),
    **{
        name: (lambda x, f=name: getattr(x, f)(),) * 2
        for name in ("cosh", "atan", "asinh", "expm1")
    },
    **{
        name: (lambda x, f=name: getattr(x * 0.45, f)(),) * 2
        for name in ("tan", "asin", "acos", "atanh", "log1p")
    },
    "acosh": (lambda x: (x * x + 1.1).acosh(),) * 2,
    "silu": (lambda x: x.silu(), lambda x: pt.silu(x)),
    "remainder": (lambda x: (x * 2) % 0.7,) * 2,
    "repeat": (lambda x: x.repeat(2, *[3] * x.ndim),) * 2,
    "roll": (lambda x: x.roll(2),) * 2,
    "norm": (lambda x: x.norm(),) * 2,
    "tanh": (lambda x: x.tanh(), lambda x: x.tanh()),
    "sigmoid": (lambda x: x.sigmoid(), lambda x: x.sigmoid()),
    "relu": (lambda x: x.relu(), lambda x: x.relu()),
    "gelu": (lambda x: x.gelu(), lambda x: pt.gelu(x)),
    "gelu tanh": (lambda x: x.gelu("tanh"), lambda x: pt.gelu(x, approximate="tanh")),
    "square": (lambda x: x**2, lambda x: x**2),
    "cube": (lambda x: x**3, lambda x: x**3),
    "power 0": (lambda x: x**0, lambda x: x**0),
    "power -1": (lambda x: (x * x + 1) ** -1, lambda x: (x * x + 1) ** -1),
    "power 1.5": (lambda x: (x * x) ** 1.5, lambda x: (x * x) ** 1.5),
    "2 power x": (lambda x: 2**x, lambda x: 2**x),
    "1 - x": (lambda x: 1 - x, lambda x: 1 - x),
    "1 / x": (lambda x: 1 / (x * x + 1), lambda x: 1 / (x * x + 1)),
    "x / 3": (lambda x: x / 3, lambda x: x / 3),
    "clamp": (lambda x: x.clamp(-0.5, 1.0), lambda x: x.clamp(-0.5, 1.0)),
    "clamp below": (lambda x: x.clamp(min=0.3), lambda x: x.clamp(min=0.3)),
    "clone": (lambda x: x.clone(), lambda x: x.clone()),
    "double": (lambda x: x.double() * 2, lambda x: x.double() * 2),
    "x * x": (lambda x: x * x, lambda x: x * x),
    "x + x + x": (lambda x: x + x + x, lambda x: x + x + x),
    "masked_fill": (
        lambda x: x.masked_fill(x > 0.5, -3.0),
        lambda x: x.masked_fill(x > 0.5, -3.0),
    ),
    "where": (lambda x: tw.where(x > 0, x * 2, x), lambda x: torch.where(x > 0, x * 2, x)),
    "where number": (lambda x: tw.where(x > 0, x, 7.0), lambda x: torch.where(x > 0, x, 7.0)),
    "sum": (lambda x: x.sum(), lambda x: x.sum()),
    "mean": (lambda x: x.mean(), lambda x: x.mean()),
    "flatten": (lambda x: x.flatten(), lambda x: x.flatten()),
    "reshape": (lambda x: x.reshape(-1), lambda x: x.reshape(-1)),
    "unsqueeze": (lambda x: x.unsqueeze(0), lambda x: x.unsqueeze(0)),
    "unsqueeze end": (lambda x: x.unsqueeze(-1), lambda x: x.unsqueeze(-1)),
    "squeeze": (lambda x: x.squeeze() * 2, lambda x: x.squeeze() * 2),
    "expand": (lambda x: x.expand(2, *x.shape), lambda x: x.expand(2, *x.shape)),
    "stack": (lambda x: tw.stack([x, x * 2]), lambda x: torch.stack([x, x * 2])),
    "stack end": (lambda x: tw.stack([x, x * 2], -1), lambda x: torch.stack([x, x * 2], -1)),
    "mT of mT": (lambda x: x.unsqueeze(0).unsqueeze(0).mT, lambda x: x[None, None].mT),
}
SHAPES = [(), (1,), (5,), (3, 4), (2, 3, 4), (0,), (0, 3), (2, 0, 3), (1, 1)]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_tensor(name, dtype):
    mine, other = UNARY[name]
    for seed, shape in enumerate(SHAPES):
        array = draw(shape, seed, dtype=dtype)
        check_both(mine, other, [array])
        if array.ndim:
            check_both(mine, other, [noncontiguous(array)])
            check_both(mine, other, [np.asfortranarray(array)])


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_tensor_by_central_differences(name):
    mine, _ = UNARY[name]
    for shape in ((), (3,), (2, 2)):
        x = tw.Tensor(draw(shape, 3), requires_grad=True)
        assert tw.gradcheck(mine, x)


AXES = [None, 0, 1, -1, (0, 1), (-1, 0), (0, 2), (-1, -2), [0, 1], (0, 1, 2)]
REDUCTIONS = {
    "sum": (lambda x, **k: x.sum(**k), lambda x, **k: x.sum(**k)),
    "mean": (lambda x, **k: x.mean(**k), lambda x, **k: x.mean(**k)),
    "amax": (lambda x, **k: x.amax(**k), lambda x, **k: x.amax(**k)),
    "amin": (lambda x, **k: x.amin(**k), lambda x, **k: x.amin(**k)),
    "var": (lambda x, **k: x.var(**k), lambda x, **k: x.var(**k)),
    "var 0": (lambda x, **k: x.var(correction=0, **k), lambda x, **k: x.var(correction=0, **k)),
    "std": (lambda x, **k: x.std(**k), lambda x, **k: x.std(**k)),
}


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions_over_every_form_of_axis(name, keepdim):
    mine, other = REDUCTIONS[name]
    for axes in AXES:
        form = {} if axes is None else {"dim": axes, "keepdim": keepdim}
        for dtype in (np.float32, np.float64):
            array = draw((2, 2, 3), 5, dtype=dtype)
            check_both(lambda x, k=form: mine(x, **k), lambda x, k=form: other(x, **k), [array])
        numpy_form = {} if axes is None else {"axis": axes, "keepdims": keepdim}
        x = tw.Tensor(draw((2, 2, 3), 5), requires_grad=True)
        assert np.array_equal(mine(x, **form).data, mine(x, **numpy_form).data)
        assert tw.gradcheck(lambda t, k=numpy_form: mine(t, **k), x)


@pytest.mark.parametrize("name", ["sum", "mean", "var"])
def test_reductions_of_nothing(name):
    mine, other = REDUCTIONS[name]
    for shape, axis in (((0, 3), 0), ((0, 3), 1), ((2, 0, 3), 1), ((2, 0), (0, 1))):
        array = np.zeros(shape)
        form = {"dim": axis}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch warns that the divisor is not positive
            check_both(lambda x, k=form: mine(x, **k), lambda x, k=form: other(x, **k), [array])


def test_ties_share_the_gradient_of_extremes_as_in_pytorch():
    array = np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])
    for name in ("amax", "amin"):
        for axis in (None, 0, 1, (0, 1)):
            form = {} if axis is None else {"dim": axis}
            check_both(
                lambda x, n=name, k=form: getattr(x, n)(**k),
                lambda x, n=name, k=form: getattr(x, n)(**k),
                [array],
            )
    check_both(lambda x: x.max(), lambda x: x.max(), [array])
    check_both(lambda x: x.min(), lambda x: x.min(), [array])


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("name", ["max", "min"])
def test_extremes_along_an_axis_come_with_their_places(name, keepdim):
    array = np.array([[1.0, 3.0, 3.0], [2.0, -1.0, 2.0]])
    for axis in (0, 1, -1):
        mine = getattr(tw.Tensor(array), name)(axis, keepdim)
        other = getattr(torch.from_numpy(array), name)(axis, keepdim)
        assert np.array_equal(mine.values.data, other.values.numpy())
        assert mine.values.shape == mine.indices.shape == tuple(other.indices.shape)
        check_both(
            lambda x, i=axis: getattr(x, name)(i, keepdim).values,
            lambda x, i=axis: getattr(x, name)(i, keepdim).values,
            [draw((2, 3), 1)],
        )

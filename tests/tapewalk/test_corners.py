"""Corners where small engines go wrong and that test_opinfo.py lacks, each against PyTorch."""

import copy
import pickle
import warnings
from itertools import product

import numpy as np
import pytest
import torch
from torch.nn import functional as pt

import tapewalk as tw
from tapewalk import Tensor
from tapewalk.nn import functional as f
from tests.each import each
from tests.tapewalk.oracle import check, check_both, draw

INF, NAN = np.inf, np.nan


def grads(program, *arrays):
    """Return the gradients of a program of leaves, from tapewalk and from PyTorch."""
    mine = [Tensor(a, requires_grad=True) for a in arrays]
    other = [torch.tensor(a, requires_grad=True) for a in arrays]
    program(*mine).sum().backward()
    program(*other).sum().backward()
    return [x.grad for x in mine], [x.grad.numpy() for x in other]


SINGULAR = {
    "relu then sqrt": (lambda x: x.relu().sqrt(), [0.0, 1.0, -1.0, NAN]),
    "clamp then sqrt": (lambda x: x.clamp(0, 1).sqrt(), [-1.0, 0.5, 2.0]),
    "relu": (lambda x: x.relu(), [NAN, -1.0, 2.0, INF]),
    "clamp": (lambda x: x.clamp(0.0, 1.0), [NAN, -1.0, 0.0, 1.0, INF]),
    "sqrt": (lambda x: x.sqrt(), [0.0, 4.0]),
    "log": (lambda x: x.log(), [0.0, 1.0]),
    "1 / x": (lambda x: 1 / x, [0.0, 2.0]),
    "abs": (lambda x: x.abs(), [0.0, -2.0]),
    "max": (lambda x: x.max(), [1.0, NAN, 2.0]),
    "min of two NaN": (lambda x: x.min(), [1.0, NAN, NAN]),
    "amax": (lambda x: x.amax(0), [1.0, NAN, 2.0]),
    "amin": (lambda x: x.amin(), [NAN, NAN, 2.0]),
    "sin, cos": (lambda x: x.sin() + x.cos(), [INF, -INF, NAN, 1.0]),
    "sigmoid": (lambda x: x.sigmoid(), [-700.0, -50.0, -20.0, 0.0, 20.0, 700.0]),
    "tanh": (lambda x: x.tanh(), [-50.0, 50.0]),
    "std of equals": (lambda x: x.std(), [2.0, 2.0]),
    "where beside a NaN": (lambda x: x.sqrt().masked_fill(x < 0, 0.0), [-1.0, 4.0]),
}


@each("name, dtype", product(SINGULAR, [np.float32, np.float64]))
def test_singular_points_have_pytorch_gradients(name, dtype):
    program, numbers = SINGULAR[name]
    array = np.array(numbers, dtype)
    mine, other = grads(program, array)
    np.testing.assert_allclose(mine[0], other[0], rtol=1e-5)
    value = program(Tensor(array)).data
    np.testing.assert_allclose(value, program(torch.tensor(array)).numpy(), rtol=1e-5)


def test_far_apart_logits_overflow_silently():
    for logits, classes in (([[3e38, -3e38, 1], [-INF, 2, 1]], [0, 1]), ([[500, 0]], [1])):
        target = np.array(classes)
        check_both(
            lambda x, t=target: f.cross_entropy(x, t),
            lambda x, t=target: pt.cross_entropy(x, torch.from_numpy(t)),
            [np.array(logits, np.float32)],
        )
    row = np.array([[[3e38, -3e38]]], np.float32)
    mine = f.scaled_dot_product_attention(Tensor(row), Tensor(row), Tensor(row)).data
    other = pt.scaled_dot_product_attention(*[torch.from_numpy(row)] * 3).numpy()
    assert np.isnan(mine).all() and np.isnan(other).all()
    assert Tensor(row).to(np.float16).data[0, 0, 0] == INF


def test_choices_beside_nan():
    a, b = np.array([NAN, 1.0, 0.0]), np.array([1.0, NAN, -1.0])
    for name in ("maximum", "minimum"):
        mine, other = grads(lambda x, y, n=name: getattr(x, n)(y), a, b)
        np.testing.assert_array_equal(mine, other)
    mine, other = grads(lambda x, y: x.max(y).sqrt(), np.array([0.0, 4.0]), np.array([-1.0, 9.0]))
    np.testing.assert_array_equal(mine, other)


def test_long_chains_of_views_need_no_recursion():
    x = Tensor(np.ones(3), requires_grad=True)
    base = y = x * 1
    for _ in range(3000):
        y = y.reshape(3)
    base.mul_(2)
    y.add_(1.0)
    base.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 2.0]


def test_copies_of_leaves():
    x = Tensor(np.ones(2), requires_grad=True)
    x.grad = np.full(2, 3.0)
    x.register_hook(lambda g: g)
    held = (x * 2).grad_fn.next_functions
    for twin in (copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert twin.requires_grad and twin.grad.tolist() == [3.0, 3.0] and twin.is_leaf
        assert twin.data is not x.data and twin.grad is not x.grad
        assert (twin * 2).grad_fn.next_functions[0][0].variable is twin
    assert held[0][0].variable is x
    model = tw.nn.MLP([2, 3, 1], generator=0)
    twin = copy.deepcopy(model)
    assert isinstance(twin[0].weight, tw.nn.Parameter) and twin[0].weight is not model[0].weight
    with pytest.raises(RuntimeError, match="Only Tensors created explicitly by the user"):
        copy.deepcopy(x * 2)


def test_number_types_of_joined_tensors():
    single, whole = Tensor(np.ones(2, np.float32), requires_grad=True), Tensor([1, 2])
    assert tw.cat([single, whole]).dtype == tw.stack([single, whole]).dtype == np.float32
    double = Tensor(np.ones(2), requires_grad=True)
    tw.cat([single, double]).sum().backward()
    assert single.grad.dtype == np.float32 and double.grad.dtype == np.float64
    assert tw.cat([single, [2.0]]).tolist() == [1.0, 1.0, 2.0]
    assert whole.clamp(0.5, 1.5).dtype == np.float32 and (Tensor([True]) ** 2).dtype == np.int64


def test_parts():
    x = tw.zeros(5, 2)
    assert [p.shape[0] for p in x.split([2, 3])] == [2, 3]
    assert [p.shape[0] for p in x.split(2)] == [2, 2, 1] and len(tw.zeros(0, 3).split(2)) == 1
    assert [p.shape[0] for p in x.chunk(4)] == [2, 2, 1]


def test_large_gelu_equals_pytorch():
    x = np.random.default_rng(0).standard_normal((70, 300)).astype(np.float32)
    check_both(lambda t: t.gelu(), pt.gelu, [x])
    check_both(lambda t: t.mT.gelu(), lambda t: pt.gelu(t.mT), [x])


def test_gelu_in_single_precision_is_exact():
    x = np.linspace(-8, 8, 20001, dtype=np.float32)
    exact = Tensor(x, requires_grad=True, dtype=np.float64)
    mine, theirs = Tensor(x, requires_grad=True), torch.from_numpy(x).requires_grad_()
    values = [exact.gelu(), mine.gelu(), pt.gelu(theirs)]
    for value in values:
        value.sum().backward()
    for truth, ours, other in (
        (values[0].data, values[1].data, values[2].detach().numpy()),
        (exact.grad, mine.grad, theirs.grad.numpy()),
    ):
        assert np.abs(ours - truth).max() <= max(np.abs(other - truth).max(), 3e-7)


@each("kind, places", [(np.uint8, [[249, 0, 249], [7, 249, 1]]), (np.int16, [[]])])
def test_embedding_takes_positions_of_any_integer_type(kind, places):
    # The two widths take different paths backward; these types can't represent 250 * 300.
    for width in (3, 300):
        check_both(
            lambda w: f.embedding(np.array(places, kind), w),
            lambda w: pt.embedding(torch.tensor(places, dtype=torch.int64), w),
            [draw((250, width))],
        )


def test_reductions_take_numpy_names():
    x = Tensor(draw((2, 2, 3), 5), requires_grad=True)
    for name in ("sum", "mean", "amax", "amin", "var", "std"):
        for axis in (0, -1, (0, 1), (-1, 0), [0, 1], (0, 1, 2)):
            for keep in (False, True):
                mine = getattr(x, name)(axis=axis, keepdims=keep)
                assert np.array_equal(mine.data, getattr(x, name)(axis, keepdim=keep).data)


def test_reductions_of_nothing():
    for name in ("sum", "mean", "var"):
        for shape, axis in (((0, 3), 0), ((0, 3), 1), ((2, 0, 3), 1), ((2, 0), (0, 1))):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # PyTorch warns that the divisor is not positive
                check(lambda x, n=name, d=axis: getattr(x, n)(d), [np.zeros(shape)])


def test_powers_at_zero():
    for b in (0.0, 1.0, 2.0, 0.5):
        check(lambda x, b=b: x**b, [np.array([0.0, 2.0])])
    arrays = [np.array([0.0, 0.0, 2.0, 0.0]), np.array([0.0, 2.0, 0.0, 1.0])]
    check(lambda a, b: a**b, arrays)
    check(lambda b: 0.0**b, [np.array([0.0, 2.0, 0.5])])


def test_softmax_of_large_numbers_stays_finite():
    array = np.array([[1000.0, 999.0, -np.inf], [-1000.0, -1000.0, -np.inf]])
    check(lambda x: x.softmax(-1), [array])
    check(lambda x: x.log_softmax(-1)[:, :2], [array])

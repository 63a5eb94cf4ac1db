"""Functions of two tensors and matrix products, against PyTorch and central differences."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tests.tapewalk.oracle import check_both, draw, noncontiguous

BINARY = {
    "add": (lambda a, b: a + b,) * 2,
    "sub": (lambda a, b: a - b,) * 2,
    "mul": (lambda a, b: a * b,) * 2,
    "div": (lambda a, b: a / (b * b + 1),) * 2,
    "pow": (lambda a, b: (a * a + 0.5) ** b,) * 2,
    "maximum": (lambda a, b: tw.maximum(a, b), lambda a, b: torch.maximum(a, b)),
    "minimum": (lambda a, b: tw.minimum(a, b), lambda a, b: torch.minimum(a, b)),
    "remainder": (lambda a, b: (a * 2) % (b * b + 0.3),) * 2,
    "where": (lambda a, b: tw.where(a > b, a, b), lambda a, b: torch.where(a > b, a, b)),
}
PAIRS = [
    ((), ()),
    ((3,), ()),
    ((), (2, 3)),
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((2, 3), (1, 3)),
    ((2, 1), (1, 3)),
    ((4, 1, 3), (2, 1)),
    ((1,), (2, 3)),
    ((0, 3), (3,)),
    ((0, 3), (1, 1)),
    ((2, 0), (2, 1)),
    ((5, 1, 1), (5, 4, 3)),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_tensors_over_broadcasting_pairs(name, dtype):
    mine, other = BINARY[name]
    for a, b in PAIRS:
        arrays = [draw(a, 1, dtype=dtype), draw(b, 2, dtype=dtype)]
        check_both(mine, other, arrays)
        check_both(mine, other, [noncontiguous(array) for array in arrays])


@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_tensors_by_central_differences(name):
    mine, _ = BINARY[name]
    for a, b in PAIRS[:8]:
        x, y = (tw.Tensor(draw(s, i), requires_grad=True) for i, s in enumerate((a, b)))
        assert tw.gradcheck(mine, (x, y))
        assert tw.gradcheck(lambda t: mine(t, t), x)


def test_ties_of_maximum_and_minimum_share_the_gradient():
    arrays = [np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])]
    check_both(*BINARY["maximum"], arrays)
    check_both(*BINARY["minimum"], arrays)


def test_powers_at_zero_are_pytorchs():
    for b in (0.0, 1.0, 2.0, 0.5):
        check_both(lambda x, b=b: x**b, lambda x, b=b: x**b, [np.array([0.0, 2.0])])
    arrays = [np.array([0.0, 0.0, 2.0, 0.0]), np.array([0.0, 2.0, 0.0, 1.0])]
    check_both(lambda a, b: a**b, lambda a, b: a**b, arrays)
    check_both(lambda b: 0.0**b, lambda b: 0.0**b, [np.array([0.0, 2.0, 0.5])])


PRODUCTS = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((2, 3), (3, 4)),
    ((5, 2, 3), (3, 4)),
    ((2, 3), (5, 3, 4)),
    ((5, 2, 3), (5, 3, 4)),
    ((1, 2, 3), (5, 3, 4)),
    ((5, 1, 2, 3), (4, 3, 2)),
    ((5, 2, 3), (3,)),
    ((3,), (5, 3, 2)),
    ((2, 4, 2, 3), (3,)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 3)),
    ((5, 2, 3), (3, 0)),
    ((0, 2, 3), (3, 4)),
    ((0, 2, 3), (0, 3, 4)),
    ((1, 1), (1, 1)),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shapes", PRODUCTS)
def test_matrix_products_of_every_pair_of_ranks(shapes, dtype):
    arrays = [draw(shape, i, dtype=dtype) for i, shape in enumerate(shapes)]
    check_both(lambda a, b: a @ b, lambda a, b: a @ b, arrays)
    check_both(lambda a, b: a @ b, lambda a, b: a @ b, [noncontiguous(a) for a in arrays])
    if dtype == np.float64:
        leaves = [tw.Tensor(array, requires_grad=True) for array in arrays]
        assert tw.gradcheck(lambda a, b: a @ b, leaves)


def test_a_matrix_times_itself():
    check_both(lambda a: a @ a, lambda a: a @ a, [draw((3, 3))])
    check_both(lambda a: a @ a.T, lambda a: a @ a.T, [draw((3, 2))])

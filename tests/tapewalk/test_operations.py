"""Cases that the samples of test_opinfo.py lack: ties, edges of a domain, forms of an index."""

import warnings

import numpy as np
import torch

import tapewalk as tw
from tests.each import each
from tests.tapewalk.oracle import check, check_both, draw, noncontiguous

TIES = {
    f"{name} over {axis}": lambda x, n=name, form={} if axis is None else {"dim": axis}: getattr(
        x, n
    )(**form)
    for name in ("amax", "amin")
    for axis in (None, 0, 1, (0, 1))
}
TIES |= {"max": lambda x: x.max(), "min": lambda x: x.min()}


@each("name", TIES)
def test_ties_share_the_gradient(name):
    check(TIES[name], [np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])])


def test_equal_operands_share_the_gradient():
    arrays = [np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])]
    for name in ("maximum", "minimum"):
        check(lambda a, b, n=name: getattr(a, n)(b), arrays)


def test_reductions_take_numpy_names():
    x = tw.Tensor(draw((2, 2, 3), 5), requires_grad=True)
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


def test_matrix_times_itself():
    check(lambda a: a @ a, [draw((3, 3))])
    check(lambda a: a @ a.T, [draw((3, 2))])


INDICES = {
    "x[-1, 2]": lambda x: x[-1, 2],
    "x[0, 1, 2]": lambda x: x[0, 1, 2],
    "x[:, 1:]": lambda x: x[:, 1:],
    "x[..., ::2]": lambda x: x[..., ::2],
    "x[None]": lambda x: x[None, :, None],
    "x[5:]": lambda x: x[5:],
    "list": lambda x: x[[0, 1, 1]],
    "two lists": lambda x: x[[0, 1, 1], [2, 0, 0]],
    "list and slice": lambda x: x[:, [0, 0, 2], 1:],
    "mask": lambda x: x[x > 0],
    "part of a split": lambda x: x.split(2, 1)[1] * 3,
    "reshape of a view": lambda x: x.mT.reshape(4, 6),
    "flatten in front": lambda x: x.flatten(0, 1),
}


@each("name", INDICES)
def test_index_has_pytorch_gradients(name):
    for dtype in (np.float32, np.float64):
        array = draw((2, 3, 4), 7, dtype=dtype)
        check(INDICES[name], [array])
        check(INDICES[name], [noncontiguous(array)])


def test_tensors_of_positions_and_masks():
    array = draw((2, 3, 4), 7)
    for key in ([[0, 1], [1, 1]], [True, False]):
        check_both(lambda x, k=key: x[tw.Tensor(k)], lambda x, k=key: x[torch.tensor(k)], [array])


def test_softmax_of_large_numbers_stays_finite():
    array = np.array([[1000.0, 999.0, -np.inf], [-1000.0, -1000.0, -np.inf]])
    check(lambda x: x.softmax(-1), [array])
    check(lambda x: x.log_softmax(-1)[:, :2], [array])


def test_softmax_of_empty_tensors():
    for shape in ((), (0,), (0, 3), (3, 0), (1,)):
        check(lambda x: x.softmax(-1), [draw(shape)])
        check(lambda x: x.log_softmax(-1), [draw(shape)])

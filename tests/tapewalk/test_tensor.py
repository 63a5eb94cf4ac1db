"""Tensors as values: number types, conversions, operators, indexing, memory."""

from itertools import product

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor
from tests.each import each


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        (1.0, np.float32),
        ([1.0, 2.0], np.float32),
        ([[1, 2.5]], np.float32),
        (3, np.int64),
        ([1, 2], np.int64),
        ([True, False], np.bool_),
        ([], np.float32),
        (np.array([1.0]), np.float64),
        (np.array([1.0], np.float32), np.float32),
        (np.array([1.0], np.float16), np.float16),
        (np.array([1], np.int32), np.int32),
        (np.float64(2.0), np.float64),
    ],
)
def test_number_types_are_kept(data, dtype):
    t = Tensor(data)
    assert t.dtype == dtype and type(t.data) is np.ndarray
    assert t.dtype == torch.tensor(data).numpy().dtype


def test_data_is_copied_from_numpy_is_not():
    array = np.ones(2)
    a, b = Tensor(array), tw.from_numpy(array)
    array[0] = 5
    assert a.tolist() == [1.0, 1.0] and b.tolist() == [5.0, 1.0]
    assert Tensor(a).tolist() == a.tolist()


NUMBERS = [2, 2.5, np.float64(2.5), np.float32(2.5), np.int64(2), True]
PROMOTIONS = [
    ("float32", (2,), "float64", (2,)),
    ("float32", (2,), "float64", ()),
    ("float32", (), "float64", (2,)),
    ("float32", (2,), "int64", (2,)),
    ("int64", (2,), "float32", ()),
    ("int64", (2,), "int64", (2,)),
    ("int32", (2,), "int64", ()),
    ("bool", (2,), "int64", (2,)),
    ("float64", (2,), "int64", (2,)),
]


@each("a, shape_a, b, shape_b", PROMOTIONS)
def test_number_types_mix_as_in_pytorch(a, shape_a, b, shape_b):
    arrays = np.ones(shape_a, a), np.ones(shape_b, b)
    mine = [Tensor(x) for x in arrays]
    other = [torch.from_numpy(np.asarray(x)) for x in arrays]
    for operation in (lambda x, y: x + y, lambda x, y: y * x, lambda x, y: x / y):
        assert operation(*mine).dtype == operation(*other).numpy().dtype


@each("dtype, number", product(["float32", "float64", "float16", "int64"], NUMBERS))
def test_numbers_take_on_the_tensors_type(dtype, number):
    mine, other = Tensor(np.ones(2, dtype)), torch.ones(2, dtype=getattr(torch, dtype))
    plain = number.item() if isinstance(number, np.generic) else number
    for operation in (
        lambda x, n: x + n,
        lambda x, n: n * x,
        lambda x, n: x - n,
        lambda x, n: n - x,
        lambda x, n: x / n,
        lambda x, n: n / x,
    ):
        if isinstance(plain, bool) and operation(1.0, 1.0) == 0:
            continue  # PyTorch refuses to subtract truth values
        got, wanted = operation(mine, number), operation(other, plain)
        assert got.dtype == wanted.numpy().dtype
        np.testing.assert_allclose(got.data, wanted.numpy(), rtol=1e-3)


def test_comparisons_work_by_entry_without_gradient():
    x = Tensor([1.0, 2.0], requires_grad=True)
    for out, wanted in (
        (x > 1, [False, True]),
        (x >= 2, [False, True]),
        (np.array([3.0, 1.0]) > x, [True, False]),
        (x < 2, [True, False]),
        (x <= 1, [True, False]),
        (x == Tensor([1.0, 3.0]), [True, False]),
        (x != 1, [False, True]),
        ((x > 0) & (x < 2), [True, False]),
        ((x < 0) | (x == 2), [False, True]),
        (~(x > 1), [True, False]),
    ):
        assert out.tolist() == wanted and not out.requires_grad
    assert (x == None) is False and x != "text"  # noqa: E711
    assert len({x, x}) == 1 and {x: 1}[x] == 1


def test_conversions():
    t = Tensor([[1.0, 2.0]])
    assert t.tolist() == [[1.0, 2.0]] and t.numel() == t.size == 2 and t.dim() == t.ndim == 2
    assert t.shape == (1, 2) and len(t) == 1 and t.long().dtype == np.int64
    assert t.double().dtype == np.float64 and t.double().float().dtype == np.float32
    assert float(Tensor(2.5)) == 2.5 and int(Tensor(2)) == 2 and f"{Tensor(2.5):.2f}" == "2.50"
    assert Tensor([3]).item() == 3 and bool(Tensor([0.0])) is False and 2.0 in t
    assert [10, 20, 30][Tensor(1)] == 20
    assert [row.tolist() for row in Tensor([[1, 2], [3, 4]])] == [[1, 2], [3, 4]]
    assert t.numpy() is t.data and np.asarray(t).tolist() == [[1.0, 2.0]]


def test_repr_shows_the_history():
    x = Tensor([1.0, 2.0], requires_grad=True)
    assert repr(x) == "Tensor([1., 2.], requires_grad=True)"
    assert repr(x * 2) == "Tensor([2., 4.], grad_fn=MulBackward)"
    assert repr(Tensor(np.array(1.0))) == "Tensor(1., dtype=float64)"
    assert repr(tw.nn.Parameter([1.0])).startswith("Parameter containing:\nTensor([1.]")


def test_transpose_takes_the_axes_of_numpy():
    t = tw.zeros(2, 3, 4)
    assert t.transpose(0, 1).shape == (3, 2, 4)
    assert t.transpose().shape == (2, 4, 3)
    assert t.transpose((2, 0, 1)).shape == t.transpose(2, 0, 1).shape == (4, 2, 3)
    assert t.T.shape == (4, 3, 2) and t[0].T.shape == t[0].t().shape == (4, 3)
    assert tw.zeros(3).transpose().shape == (3,)


def test_constructors():
    assert tw.zeros(2, 3).shape == tw.ones((2, 3)).shape == (2, 3)
    assert tw.full((2,), 7.0).dtype == np.float32 and tw.full((2,), 7).dtype == np.int64
    assert tw.arange(3).tolist() == [0, 1, 2] and tw.arange(3).dtype == np.int64
    assert tw.arange(0, 1, 0.5).tolist() == [0.0, 0.5] and tw.eye(2).tolist() == [[1, 0], [0, 1]]
    assert tw.zeros_like(tw.ones(2)).tolist() == [0, 0] and tw.ones_like(tw.zeros(1)).item() == 1
    assert tw.randn(3, generator=1).tolist() == tw.randn(3, generator=1).tolist()
    assert tw.rand(3, requires_grad=True).requires_grad
    rng = np.random.default_rng(0)
    assert tw.randn(2, generator=rng).tolist() != tw.randn(2, generator=rng).tolist()


@pytest.mark.parametrize("method", ["reshape", "view"])
def test_views_share_memory(method):
    x = Tensor([1.0, 2.0, 3.0, 4.0])
    v = getattr(x, method)(2, 2)
    v.data[0, 0] = 9
    assert x.tolist()[0] == 9
    assert np.shares_memory(x.data, v.T.data) and np.shares_memory(x.data, x[1:].data)
    assert not np.shares_memory(x.data, x[[0, 1]].data)
    assert np.shares_memory(x.detach().data, x.data)


def test_long_and_bool_have_no_history():
    x = Tensor([1.5], requires_grad=True)
    assert not x.long().requires_grad and x.bool().tolist() == [True]
    assert Tensor([True, True]).sum().item() == 2 and Tensor([1, 2]).mean().item() == 1.5
    assert Tensor([1.0, 0.0]).all().item() is False and Tensor([1.0, 0.0]).any().item() is True
    assert Tensor([[1, 5], [7, 2]]).argmax().item() == 2
    assert Tensor([[1, 5], [7, 2]]).argmax(1).tolist() == [1, 0]
    assert Tensor([[1, 5], [7, 2]]).argmin(0, True).tolist() == [[0, 1]]

"""Products, norms, orders, picked and moved entries, einsum: against PyTorch."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tests.tapewalk.oracle import check, check_both, draw


def test_zeros_norms_and_empty_tensors():
    zero = np.zeros((2, 3))
    for p in (1, 2, 3, 1.5, np.inf):
        check(lambda x, p=p: x.norm(p, 1), [zero])
    check(lambda x: x.prod(1), [zero])
    for shape in ((0,), (0, 3), (3, 0)):
        check(lambda x: x.prod(), [np.ones(shape)])
        check(lambda x: x.cumsum(0), [np.ones(shape)])
        check(lambda x: x.sort(0).values, [np.ones(shape)])
    check(lambda x: x.prod() + x.cumsum(0) + x.sort().values + x.norm(), [np.array(2.0)])
    x = tw.Tensor(np.array([[0.0, 2, 3], [0, 0, 4]]), requires_grad=True)
    assert tw.gradgradcheck(lambda t: t.prod(1), x) and tw.gradcheck(lambda t: t.prod(1), x)
    assert tw.gradgradcheck(lambda t: t.sort(1).values ** 2, tw.Tensor(draw((2, 3)), True))


def test_integers():
    for a, b in (([7, -7, 3], [2, 2, -2]), ([True, False, True], [True, True, True])):
        x, y = tw.Tensor(a), torch.tensor(a)
        assert x.prod().item() == y.prod().item() and x.prod().dtype == np.int64
        assert x.cumsum(0).tolist() == y.cumsum(0).tolist()
        if a[0] == 7:
            assert (x // tw.Tensor(b)).tolist() == (y // torch.tensor(b)).tolist()
            assert (x % tw.Tensor(b)).tolist() == (y % torch.tensor(b)).tolist()
            assert (7 // x).tolist() == (7 // y).tolist() and (7 % x).tolist() == (7 % y).tolist()
    for function in (lambda x: x // 0, lambda x: x % 0, lambda x: 3 % (x - x)):
        with pytest.raises(ZeroDivisionError, match="integers can't be divided by 0"):
            function(tw.Tensor([1, 2]))
    x = tw.Tensor([3.0], requires_grad=True)
    with pytest.raises(NotImplementedError, match="derivative for floor_divide"):
        (x // 2).backward()


def test_ties_and_nan_keep_their_order():
    array = np.array([2.0, np.nan, 1, 2, 1, np.nan])
    for descending in (False, True):
        theirs = torch.tensor(array).sort(stable=True, descending=descending)
        mine = tw.Tensor(array).sort(stable=True, descending=descending)
        np.testing.assert_array_equal(mine.values.data, theirs.values)
        assert mine.indices.tolist() == theirs.indices.tolist()


def test_gather_refuses_wrong_indices():
    x = tw.ones(3, 4)
    for index, dim, kind, text in (
        ([[0.5]], 0, TypeError, "Expected dtype int64 for index, got float"),
        ([0], 0, ValueError, "same number of dimensions as input tensor, got 1 and 2"),
        ([[0] * 5], 0, ValueError, "expected index (1, 5) to be no larger than self (3, 4)"),
        ([[3]], 0, IndexError, "index 3 is out of bounds for dimension 0 with size 3"),
        ([[-1]], 1, IndexError, "index -1 is out of bounds for dimension 1 with size 4"),
    ):
        with pytest.raises(kind) as caught:
            x.gather(dim, index)
        assert text in str(caught.value)


EINSUMS = [
    ("ij,jk->ik", (2, 3), (3, 4)),
    ("ij,jk", (2, 3), (3, 4)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 2)),
    ("...ij,...jk->...ik", (2, 3, 4), (4, 2)),
    ("...ij,...jk->...ik", (5, 1, 3, 4), (2, 4, 2)),
    ("ii->i", (3, 3)),
    ("ii", (3, 3)),
    ("iji->j", (2, 3, 2)),
    ("ij->ji", (2, 3)),
    ("ij->", (2, 3)),
    ("ij->i", (2, 3)),
    ("i,j->ij", (2,), (3,)),
    ("i, i ->", (3,), (3,)),
    ("ij,j,jk->ik", (2, 3), (3,), (3, 2)),
    ("...->...", (2, 3)),
    ("i...->...", (2, 3)),
    ("bA,bA->b", (2, 3), (2, 3)),
    ("ij,ij->ij", (2, 3), (1, 3)),
    (",i->i", (), (3,)),
    ("zba,a", (2, 3, 4), (4,)),
]


def test_einsum():
    for equation, *shapes in EINSUMS:
        arrays = [draw(shape, i) for i, shape in enumerate(shapes)]
        check_both(
            lambda *x, e=equation: tw.einsum(e, *x),
            lambda *x, e=equation: torch.einsum(e, *x),
            arrays,
        )
        leaves = tuple(tw.Tensor(a, requires_grad=True) for a in arrays)
        assert tw.gradgradcheck(lambda *x, e=equation: tw.einsum(e, *x) ** 2, leaves), equation
    a, b = tw.ones(2, 3), tw.ones(3, 4)
    assert tw.einsum("ij,jk", [a, b]).shape == np.einsum("ij,jk", a, b).shape == (2, 4)
    for equation, operands, text in (
        ("ij,jk->ik", [a], "names 2 operands, got 1"),
        ("i->i", [a], "the letters 'i' are for 1 axes, the operand has shape (2, 3)"),
        ("ij,jk->ik", [a, a], "axes named 'j' in 'ij,jk->ik' have the lengths 3 and 2"),
        ("ij->ik", [a], "the result of 'ij->ik' names"),
        ("ij->ii", [a], "the result of 'ij->ii' names"),
        ("i1->i", [a], "takes letters, commas"),
    ):
        with pytest.raises(ValueError) as caught:
            tw.einsum(equation, *operands)
        assert text in str(caught.value)


def test_shape_and_device_have_pytorch_names():
    x, number = tw.ones(2, 3), tw.Tensor(1.0)
    assert (x.size, x.size(), x.size(0), x.size(-1), number.size()) == (6, (2, 3), 2, 3, ())
    assert str(x.device) == "cpu" == x.device.type and x.to(x.device) is x
    assert tw.matmul(x, x.T).shape == (2, 2)
    for make in (lambda: x.size(2), lambda: number.size(0)):
        with pytest.raises(IndexError, match="Dimension"):
            make()
    for make, kind, text in (
        (lambda: x.roll((1, 2), 0), ValueError, "shifts: 2, dims: 1"),
        (lambda: x.roll((1, 2)), ValueError, "shifts: 2, dims: 0"),
        (lambda: x.repeat(2), ValueError, r"got repeat\(\[2\]\) for shape \(2, 3\)"),
        (lambda: x.cumsum(), TypeError, "goes along one axis"),
    ):
        with pytest.raises(kind, match=text):
            make()

"""Corners where small engines go wrong, each held against PyTorch."""

import copy
import pickle

import numpy as np
import pytest
import torch
from torch.nn import functional as pt

import tapewalk as tw
from tapewalk import Tensor
from tapewalk.nn import functional as f
from tests.tapewalk.oracle import check_both

INF, NAN = np.inf, np.nan


def grads(program, *arrays):
    """Return the gradients of a program of leaves, with ours and with PyTorch."""
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


@pytest.mark.parametrize("name", SINGULAR)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_singular_points_have_pytorchs_gradients(name, dtype):
    program, numbers = SINGULAR[name]
    array = np.array(numbers, dtype)
    mine, other = grads(program, array)
    np.testing.assert_allclose(mine[0], other[0], rtol=1e-5)
    value = program(Tensor(array)).data
    np.testing.assert_allclose(value, program(torch.tensor(array)).numpy(), rtol=1e-5)


def test_far_apart_logits_overflow_silently():
    logits = np.array([[3e38, -3e38, 1.0], [-INF, 2.0, 1.0]], np.float32)
    target = np.array([0, 1])
    check_both(
        lambda x: f.cross_entropy(x, target),
        lambda x: pt.cross_entropy(x, torch.from_numpy(target)),
        [logits],
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


@pytest.mark.parametrize("function", ["cross_entropy", "nll_loss"])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_ignored_rows(function, reduction):
    mine, other = getattr(f, function), getattr(pt, function)
    logits = np.array([[NAN, 0.0, 0.0], [1.0, 2.0, 3.0], [0.5, -1.0, 2.0]])
    for target, ignore in (([-100, 1, 2], -100), ([1, 1, 2], 1), ([-100, -100, -100], -100)):
        t = np.array(target)
        # PyTorch's cross_entropy lets the NaN of an ignored row into that row's gradient.
        clean = logits if ignore < 0 and function == "nll_loss" else np.nan_to_num(logits)
        check_both(
            lambda x, t=t, i=ignore: mine(x, t, reduction=reduction, ignore_index=i),
            lambda x, t=t, i=ignore: other(
                x, torch.from_numpy(t), reduction=reduction, ignore_index=i
            ),
            [clean],
        )
    x = Tensor(logits, requires_grad=True)
    loss = mine(x, np.array([-100, 1, 2]), reduction="sum")
    loss.backward()
    wanted = other(torch.from_numpy(logits), torch.tensor([-100, 1, 2]), reduction="sum")
    assert loss.item() == pytest.approx(wanted.item()) and x.grad[0].tolist() == [0, 0, 0]


def test_positions_changed_before_backward_are_noticed():
    x = Tensor(np.arange(3.0), requires_grad=True)
    i, m = Tensor([0, 1]), Tensor([True, False, True])
    for key in (i, m):
        y = x[key]
        key.zero_()
        with pytest.raises(RuntimeError, match="SliceBackward saved, is at version 1"):
            y.sum().backward()
    places = [0, 1]
    y = x[places]
    places[0] = 2
    y.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 0.0]
    loss = x[np.array([0])].sum()
    loss.backward()
    with pytest.raises(RuntimeError, match="a second time"):
        loss.backward()


def test_one_entry_is_a_view():
    x = Tensor(np.ones(3), requires_grad=True)
    y = x * 1
    y[0].mul_(5)
    y[(1,)].add_(1)
    assert y.tolist() == [5.0, 2.0, 1.0]
    (y * y).sum().backward()
    assert x.grad.tolist() == [50.0, 4.0, 2.0]
    with pytest.raises(RuntimeError, match="a view of a leaf Variable"):
        x[0].div_(2)


def test_views_of_views_of_written_memory():
    def program(x):
        y = x * 1
        v = y.T
        part = v[1]
        part.mul_(3)
        v[0] = 9.0
        return y * y

    mine, other = grads(program, np.arange(6.0).reshape(2, 3))
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


def test_a_view_made_under_no_grad_is_not_written_outside():
    x = Tensor(np.ones(3), requires_grad=True)
    y = x * 1
    with tw.no_grad():
        v, w = y[0:2], x[0:2].reshape(2, 1)
        v.mul_(2)
    for view in (v, w):
        with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being"):
            view.mul_(3)
    assert x.tolist() == [1.0, 1.0, 1.0] and y.tolist() == [2.0, 2.0, 1.0]


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


def test_kept_gradients_follow_a_written_tensor():
    x = Tensor(np.ones(1), requires_grad=True)
    y = x * 1
    y.retain_grad()
    y.mul_(2)
    (y * 3).sum().backward()
    assert y.grad.tolist() == [3.0] and x.grad.tolist() == [6.0]


def test_constants_written_over_history():
    for program in (
        lambda x: (x * 1).zero_(),
        lambda x: (x * 1).fill_(3.0),
        lambda x: (x * 1).copy_(x * 2),
    ):
        mine, other = grads(program, np.ones(2))
        np.testing.assert_array_equal(mine, other)


def test_number_types_of_joined_tensors():
    single, whole = Tensor(np.ones(2, np.float32), requires_grad=True), Tensor([1, 2])
    assert tw.cat([single, whole]).dtype == tw.stack([single, whole]).dtype == np.float32
    double = Tensor(np.ones(2), requires_grad=True)
    tw.cat([single, double]).sum().backward()
    assert single.grad.dtype == np.float32 and double.grad.dtype == np.float64
    assert whole.clamp(0.5, 1.5).dtype == np.float32 and (Tensor([True]) ** 2).dtype == np.int64


def test_frozen_after_use():
    x = Tensor(np.ones(1), requires_grad=True)
    y = x * 2
    x.requires_grad_(False)
    y.backward()
    assert x.grad is None


def test_attention_of_a_query_that_may_look_at_nothing():
    arrays = [np.random.default_rng(i).standard_normal((2, 3, 4)) for i in range(3)]
    mask = np.array([[True, False, True], [False] * 3, [True] * 3])
    check_both(
        lambda q, k, v: f.scaled_dot_product_attention(q, k, v, mask),
        lambda q, k, v: pt.scaled_dot_product_attention(q, k, v, torch.from_numpy(mask)),
        arrays,
    )


def test_norm_without_weight_and_linear_with_a_vector():
    x, w, b = (np.random.default_rng(i).standard_normal(s) for i, s in enumerate([(4, 3), 3, 3]))
    check_both(
        lambda x, b: f.layer_norm(x, (3,), None, b),
        lambda x, b: pt.layer_norm(x, (3,), None, b),
        [x, b],
    )
    check_both(f.linear, pt.linear, [x, w])


def test_parts():
    x = tw.zeros(5, 2)
    assert [p.shape[0] for p in x.split([2, 3])] == [2, 3]
    assert [p.shape[0] for p in x.split(2)] == [2, 2, 1] and len(tw.zeros(0, 3).split(2)) == 1
    assert [p.shape[0] for p in x.chunk(4)] == [2, 2, 1]
    with pytest.raises(ValueError, match=r"split sizes \[2, 2\] must add up to the length 5"):
        x.split([2, 2])
    with pytest.raises(RuntimeError, match=r"expand\(\[-1, 2\]\)"):
        tw.zeros(2).expand(-1, 2)
    with pytest.raises(ValueError, match="zero-dimensional tensors cannot be concatenated"):
        tw.cat([Tensor(1.0), Tensor(2.0)])
    with pytest.raises(ValueError, match="Integers to negative integer powers are not allowed"):
        Tensor([1, 2]) ** -1
    with pytest.raises(TypeError, match="np.dot of more than two axes"):
        np.dot(Tensor(np.ones((2, 3))), np.ones((2, 3, 4)))
    with pytest.raises(ValueError, match="Expected running_mean and running_var to be defined"):
        f.batch_norm(x)


def test_large_gelu_is_computed_in_blocks_with_the_same_result():
    x = np.random.default_rng(0).standard_normal((70, 300)).astype(np.float32)
    check_both(lambda t: t.gelu(), pt.gelu, [x])
    check_both(lambda t: t.mT.gelu(), lambda t: pt.gelu(t.mT), [x])


def test_updates_under_no_grad_write_at_once():
    x = Tensor(np.ones(2), requires_grad=True)
    memory = x.data
    with tw.no_grad():
        x -= np.full(2, 0.5)
        x += Tensor(np.full(2, 1.0))
        x *= np.full(2, 2.0)
        x -= 1.0
    assert x.data is memory and x.tolist() == [2.0, 2.0] and x._version == 4 and x.is_leaf


def test_limits_may_be_tensors():
    x, low, high = np.array([-2.0, 0.0, 3.0]), np.array([-1.0] * 3), np.array([1.0, -0.5, 2.0])
    check_both(lambda a, b, c: a.clamp(b, c), lambda a, b, c: a.clamp(b, c), [x, low, high])
    check_both(lambda a, b: a.clamp(max=b), lambda a, b: a.clamp(max=b), [x, high])


def test_one_tensor_can_be_joined():
    check_both(lambda x: tw.cat([x]), lambda x: torch.cat([x]), [np.ones(2)])
    assert np.concatenate([Tensor([1.0])]).tolist() == [1.0]


def test_a_hook_may_keep_the_gradient_of_a_leaf():
    x, kept = Tensor(np.ones(2), requires_grad=True), []
    x.register_hook(kept.append)
    (x * 2).sum().backward()
    x.grad += 5
    assert kept[0].tolist() == [2.0, 2.0]

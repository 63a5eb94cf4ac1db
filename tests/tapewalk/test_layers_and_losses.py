"""Layers, losses and attention as one node each, against PyTorch and central differences."""

import warnings

import numpy as np
import pytest
import torch
from torch.nn import functional as pt

import tapewalk as tw
from tapewalk import ops as functions
from tapewalk.nn import functional as f
from tests.tapewalk.oracle import check_both, draw


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(3,), (4, 3), (2, 5, 3), (0, 3), (2, 0, 3), (1, 3)])
def test_linear(shape, dtype):
    arrays = [draw(shape, 1, dtype=dtype), draw((2, 3), 2, dtype=dtype), draw(2, 3, dtype=dtype)]
    check_both(f.linear, pt.linear, arrays)
    check_both(f.linear, pt.linear, arrays[:2])
    check_both(lambda x, w, b: f.linear(x, w) + b, lambda x, w, b: pt.linear(x, w) + b, arrays)
    if dtype == np.float64:
        assert tw.gradcheck(f.linear, [tw.Tensor(a, requires_grad=True) for a in arrays])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(6,), (4, 6), (2, 5, 6), (0, 6)])
def test_layer_norm(shape, dtype):
    arrays = [draw(shape, 1, dtype=dtype), draw(6, 2, dtype=dtype), draw(6, 3, dtype=dtype)]
    mine, other = (
        (lambda x, w, b: f.layer_norm(x, (6,), w, b)),
        (lambda x, w, b: pt.layer_norm(x, (6,), w, b)),
    )
    check_both(mine, other, arrays)
    check_both(lambda x: f.layer_norm(x, (6,)), lambda x: pt.layer_norm(x, (6,)), arrays[:1])
    if dtype == np.float64:
        assert tw.gradcheck(mine, [tw.Tensor(a, requires_grad=True) for a in arrays])


def test_layer_norm_over_two_axes():
    arrays = [draw((3, 2, 4), 1), draw((2, 4), 2), draw((2, 4), 3)]
    mine = lambda x, w, b: f.layer_norm(x, (2, 4), w, b)  # noqa: E731
    check_both(mine, lambda x, w, b: pt.layer_norm(x, (2, 4), w, b), arrays)


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("shape", [(5, 3), (4, 3, 2)])
def test_batch_norm(shape, training):
    arrays = [draw(shape, 1), draw(3, 2), draw(3, 3)]
    mean, var = draw(3, 4), draw(3, 5, 0.5, 2.0)

    def mine(x, w, b):
        running = tw.from_numpy(mean.copy()), tw.from_numpy(var.copy())
        return f.batch_norm(x, *running, w, b, training)

    def other(x, w, b):
        running = torch.from_numpy(mean.copy()), torch.from_numpy(var.copy())
        return pt.batch_norm(x, *running, w, b, training)

    check_both(mine, other, arrays)
    assert tw.gradcheck(mine, [tw.Tensor(a, requires_grad=True) for a in arrays])
    check_both(
        lambda x: f.batch_norm(x, training=True),
        lambda x: pt.batch_norm(x, None, None, training=True),
        arrays[:1],
    )


LOSSES = {
    "mse": (f.mse_loss, pt.mse_loss),
    "bce": (
        lambda x, t, r: f.binary_cross_entropy(x.sigmoid(), t.sigmoid(), r),
        lambda x, t, r: pt.binary_cross_entropy(x.sigmoid(), t.sigmoid(), reduction=r),
    ),
    "bce with logits": (
        lambda x, t, r: f.binary_cross_entropy_with_logits(x, t.sigmoid(), r),
        lambda x, t, r: pt.binary_cross_entropy_with_logits(x, t.sigmoid(), reduction=r),
    ),
}


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("name", LOSSES)
def test_losses_entry_by_entry(name, reduction):
    mine, other = LOSSES[name]
    for shape in ((), (4,), (2, 3)):
        arrays = [draw(shape, 1), draw(shape, 2)]
        check_both(
            lambda x, t: mine(x, t, reduction),
            lambda x, t: (
                other(x, t, reduction) if name != "mse" else pt.mse_loss(x, t, reduction=reduction)
            ),
            arrays,
        )
        leaves = [tw.Tensor(a, requires_grad=True) for a in arrays]
        assert tw.gradcheck(lambda x, t: mine(x, t, reduction), leaves)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize(
    ("shape", "targets"),
    [
        ((4, 3), [0, 2, 1, 1]),
        ((4, 3), [0, -100, 1, -100]),
        ((3,), 2),
        ((2, 3, 2), [[0, 1], [2, -100]]),
        ((1, 3), [1]),
        ((0, 3), np.zeros(0, np.int64)),
    ],
)
def test_losses_of_classes(shape, targets, reduction):
    target = np.asarray(targets)
    logits, kind = draw(shape, 1), {"reduction": reduction}

    def theirs(function):
        return lambda x: function(x, torch.from_numpy(np.array(target)), **kind)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_both(lambda x: f.cross_entropy(x, target, **kind), theirs(pt.cross_entropy), [logits])
        check_both(lambda x: f.nll_loss(x, target, **kind), theirs(pt.nll_loss), [logits])
    x = tw.Tensor(logits, requires_grad=True)
    if logits.size:
        assert tw.gradcheck(lambda t: f.cross_entropy(t, target, **kind), x)
        assert tw.gradcheck(lambda t: f.nll_loss(t, target, **kind), x)


def test_cross_entropy_of_sure_answers_stays_finite():
    logits = np.array([[500.0, 0.0], [0.0, 500.0]], np.float32)
    target = np.array([1, 1])
    check_both(
        lambda x: f.cross_entropy(x, target),
        lambda x: pt.cross_entropy(x, torch.from_numpy(target)),
        [logits],
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_embedding_adds_up_repeated_rows(dtype):
    places = np.array([[1, 0, 1], [1, 1, 3]])
    check_both(
        lambda w: f.embedding(places, w),
        lambda w: pt.embedding(torch.from_numpy(places), w),
        [draw((5, 2), dtype=dtype)],
    )
    table = tw.Tensor(draw((5, 2)), requires_grad=True)
    assert tw.gradcheck(lambda w: f.embedding(places, w), table)
    check_both(
        lambda w: f.embedding(places[:0], w),
        lambda w: pt.embedding(torch.from_numpy(places[:0]), w),
        [draw((5, 2), dtype=dtype)],
    )


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.uint64])
@pytest.mark.parametrize("d", [3, 300])
def test_embedding_takes_positions_of_any_integer_type(d, kind):
    # The table of 250 rows is a small one for its backward or a large one; 250 * 300 is more than
    # the two small types hold.
    places = np.array([[249, 0, 249], [7, 249, 1]])
    check_both(
        lambda w: f.embedding(places.astype(kind), w),
        lambda w: pt.embedding(torch.from_numpy(places), w),
        [draw((250, d))],
    )


@pytest.mark.parametrize("form", ["plain", "mask", "truth", "causal", "scale"])
def test_attention_as_one_node(form):
    arrays = [draw((2, 3, 4, 5), 1), draw((2, 3, 4, 5), 2), draw((2, 3, 4, 6), 3)]
    mask = np.where(np.tri(4, dtype=bool), 0.0, -np.inf)
    settings = {
        "plain": ({}, {}),
        "mask": ({"attn_mask": mask}, {"attn_mask": torch.from_numpy(mask)}),
        "truth": ({"attn_mask": mask == 0}, {"attn_mask": torch.from_numpy(mask == 0)}),
        "causal": ({"is_causal": True},) * 2,
        "scale": ({"scale": 0.3},) * 2,
    }[form]
    mine = lambda q, k, v: f.scaled_dot_product_attention(q, k, v, **settings[0])  # noqa: E731
    other = lambda q, k, v: pt.scaled_dot_product_attention(q, k, v, **settings[1])  # noqa: E731
    check_both(mine, other, arrays)
    assert tw.gradcheck(mine, [tw.Tensor(a[:1, :1], requires_grad=True) for a in arrays])


def test_the_mask_of_attention_has_a_gradient_too():
    arrays = [draw((2, 4, 5), 1), draw((2, 4, 5), 2), draw((2, 4, 5), 3), draw((4, 4), 4)]
    leaves = [tw.Tensor(a, requires_grad=True) for a in arrays]
    assert tw.gradcheck(f.scaled_dot_product_attention, leaves)


def test_attention_broadcasts_keys_over_queries():
    arrays = [draw((2, 3, 4, 5), 1), draw((1, 3, 4, 5), 2), draw((1, 3, 4, 5), 3)]
    leaves = [tw.Tensor(a, requires_grad=True) for a in arrays]
    assert tw.gradcheck(f.scaled_dot_product_attention, leaves)


def test_the_family_of_the_syllabus_is_there():
    family = [
        "Add",
        "Sub",
        "Mul",
        "Div",
        "Pow",
        "Neg",
        "Exp",
        "Log",
        "Sqrt",
        "MatMul",
        "Sum",
        "Mean",
        "Max",
        "Reshape",
        "Transpose",
        "Permute",
        "Slice",
        "Concat",
        "Embedding",
        "ReLU",
        "Sigmoid",
        "Tanh",
        "GELU",
        "Softmax",
        "LogSoftmax",
        "LayerNorm",
        "BatchNorm",
        "MSE",
        "BCE",
        "CrossEntropy",
        "Linear",
        "Attention",
    ]
    for name in family:
        assert issubclass(getattr(functions, name), tw.Function)
    assert set(functions.__all__) >= set(family)


def test_gelu_in_float32_is_as_near_to_the_truth_as_pytorchs():
    x = np.linspace(-8, 8, 20001, dtype=np.float32)
    exact = tw.Tensor(x, requires_grad=True, dtype=np.float64)
    mine, theirs = tw.Tensor(x, requires_grad=True), torch.from_numpy(x).requires_grad_()
    values = [exact.gelu(), mine.gelu(), pt.gelu(theirs)]
    for value in values:
        value.sum().backward()
    for truth, ours, other in (
        (values[0].data, values[1].data, values[2].detach().numpy()),
        (exact.grad, mine.grad, theirs.grad.numpy()),
    ):
        assert np.abs(ours - truth).max() <= max(np.abs(other - truth).max(), 3e-7)

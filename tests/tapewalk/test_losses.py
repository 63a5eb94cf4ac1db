"""Losses with weights, smoothing and shares, as functions and as modules: PyTorch's numbers."""

from itertools import product

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk.nn import functional as F  # noqa: N812
from tests.tapewalk.oracle import assert_same, draw

TF = torch.nn.functional
WEIGHT = np.array([0.5, 2.0, 0.0, 1.5])
INTEGERS = {
    "rows": ((3, 4), np.array([1, 0, 3])),
    "one ignored": ((3, 4), np.array([1, -100, 3])),
    "one row": ((4,), np.array(1)),
    "more axes": ((2, 4, 3), np.array([[0, 1, 3], [3, -100, 2]])),
    "none counts": ((2, 4), np.array([-100, -100])),
    "no rows": ((0, 4), np.zeros(0, np.int64)),
}
SETTINGS = [
    {"weight": w, "label_smoothing": e, "reduction": r}
    for w in (None, WEIGHT)
    for e in (0.0, 0.1, 1.0)
    for r in ("mean", "sum", "none")
]


def outcome(function, x, target, weight, tensor, **settings):
    """Return a loss and the gradients of its operands, each started from weights of its own."""
    leaves = [tensor(x.copy(), requires_grad=True)]
    if target.dtype.kind == "f":
        leaves.append(tensor(target.copy(), requires_grad=True))
    else:
        leaves.append(tensor(target))
    held = None if weight is None else tensor(weight.astype(x.dtype))
    loss = function(*leaves, weight=held, **settings)
    start = draw(tuple(loss.shape), seed=3)
    loss.backward(torch.tensor(start) if tensor is torch.tensor else start)
    grads = [None if leaf.grad is None else np.asarray(leaf.grad) for leaf in leaves]
    return [np.asarray(loss.detach()), *grads]


def both(name, x, target, settings):
    mine = outcome(getattr(F, name), x, target, tensor=tw.Tensor, **settings)
    other = outcome(getattr(TF, name), x, target, tensor=torch.tensor, **settings)
    for what, a, b in zip(("value", "by x", "by target"), mine, other, strict=True):
        assert_same(a, b, f"{name} {x.shape} {settings} {what}")


def test_losses_of_classes_equal_pytorch():
    for shape, target in INTEGERS.values():
        for settings in SETTINGS:
            both("cross_entropy", draw(shape), target, settings)
            if not settings["label_smoothing"]:
                plain = {k: v for k, v in settings.items() if k != "label_smoothing"}
                both("nll_loss", draw(shape, high=0), target, plain)


def test_losses_of_probabilities_equal_pytorch():
    for shape in ((3, 4), (4,), (2, 4, 3)):
        for settings in SETTINGS:
            both("cross_entropy", draw(shape), draw(shape, seed=5, low=0, high=1), settings)


def test_ignored_rows_do_not_affect_the_loss():
    for weight, smoothing in product((None, WEIGHT), (0.0, 0.1)):
        x = tw.Tensor(np.array([[np.nan, np.inf, 0, 0], [1.0, 2, 3, 4]]), requires_grad=True)
        more = {"weight": weight, "label_smoothing": smoothing}
        loss = F.cross_entropy(x, [-100, 1], **more)
        loss.backward()
        assert np.isfinite(loss.item()) and not x.grad[0].any() and np.isfinite(x.grad).all()
        y = tw.Tensor(x.data[1:], requires_grad=True)
        F.cross_entropy(y, [1], **more).backward()
        np.testing.assert_allclose(x.grad[1:], y.grad)


def test_losses_have_second_derivatives():
    x = tw.Tensor(draw((3, 4)), requires_grad=True)
    t = tw.Tensor(draw((3, 4), seed=5, low=0.1, high=1), requires_grad=True)
    more = {"weight": WEIGHT, "label_smoothing": 0.1}
    assert tw.gradgradcheck(lambda a: F.cross_entropy(a, [1, -100, 3], **more), x)
    assert tw.gradgradcheck(lambda a: F.nll_loss(a.log_softmax(1), [1, 2, 3], WEIGHT), x)
    assert tw.gradgradcheck(lambda a, b: F.cross_entropy(a, b, **more), (x, t))
    assert tw.gradgradcheck(lambda a: F.l1_loss(a * a, t.detach()), x)


def test_wrong_arguments_are_refused():
    x = tw.Tensor(draw((3, 4)), requires_grad=True)
    for make, kind, text in (
        (lambda: F.cross_entropy(x, [0, 1, 2], [1.0]), ValueError, r"all 4 classes .*: \[1\]"),
        (lambda: F.cross_entropy(x, [0, 1, 2], tw.ones(4, requires_grad=True)), RuntimeError,
         "derivative for 'weight' is not implemented"),
        (lambda: F.cross_entropy(x, [0, 1, 2], label_smoothing=2), ValueError, "between 0.0 and 1"),
        (lambda: F.cross_entropy(x, np.ones((3, 4), int)), TypeError, "class probabilities, got"),
        (lambda: F.cross_entropy(x, np.ones((3, 4)), ignore_index=0), ValueError, "ignore_index 0"),
        (lambda: F.cross_entropy(x, np.ones((3, 3))), ValueError, "don't fit"),
        (lambda: F.cross_entropy(x, [0, 1, 9], WEIGHT), IndexError, "Target 9 is out of bounds"),
        (lambda: F.cross_entropy(x, np.ones((3, 4)), reduction="x"), ValueError, "'x' is not"),
        (lambda: F.l1_loss(x, tw.ones(3)), ValueError, "must have the same shape"),
    ):  # fmt: skip
        with pytest.raises(kind, match=text):
            make()


def test_loss_modules_equal_pytorch():
    x, t = draw((3, 4), low=0.1, high=0.9), draw((3, 4), seed=2, low=0, high=1)
    codes = np.array([1, 0, 3])
    for kind, target, settings in (
        ("MSELoss", t, {}), ("MSELoss", t, {"reduction": "sum"}), ("BCELoss", t, {}),
        ("L1Loss", t, {}), ("L1Loss", t, {"reduction": "none"}), ("BCEWithLogitsLoss", t, {}),
        ("NLLLoss", codes, {"ignore_index": 0}), ("CrossEntropyLoss", codes, {}),
        ("CrossEntropyLoss", t, {"label_smoothing": 0.1, "reduction": "sum"}),
        ("CrossEntropyLoss", codes, {"weight": WEIGHT}),
    ):  # fmt: skip
        made = []
        for library, tensor in ((tw.nn, tw.Tensor), (torch.nn, torch.tensor)):
            own = {k: tensor(v) if k == "weight" else v for k, v in settings.items()}
            leaf, module = tensor(x, requires_grad=True), getattr(library, kind)(**own)
            loss = module(leaf, tensor(target))
            loss.backward(tensor(np.ones(tuple(loss.shape))))
            made.append((np.asarray(loss.detach()), np.asarray(leaf.grad), [*module.state_dict()]))
        for a, b in zip(made[0][:2], made[1][:2], strict=True):
            assert_same(a, b, f"{kind} {settings}")
        assert made[0][2] == made[1][2]

"""Losses that test_opinfo.py has no samples of, as functions and as modules: PyTorch's numbers."""

from itertools import product

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk.nn import functional as F  # noqa: N812
from tests.tapewalk.oracle import assert_same, draw

TF = torch.nn.functional
WEIGHT = np.array([0.5, 2.0, 0.0, 1.5])


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
        ("CrossEntropyLoss", codes, {"label_smoothing": 0.1}),
        ("CrossEntropyLoss", codes, {"label_smoothing": 1.0, "reduction": "none"}),
        ("CrossEntropyLoss", codes, {"weight": WEIGHT, "label_smoothing": 0.1}),
        ("NLLLoss", codes, {"weight": WEIGHT, "reduction": "sum"}),
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

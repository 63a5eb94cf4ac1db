"""Writes: harmless ones work as in PyTorch, a changed saved value is caught."""

import numpy as np
import pytest

import tapewalk as tw
from tapewalk import Tensor
from tests.each import each
from tests.tapewalk.programs.compare import assert_lines_agree

M = "x = tensor(np.float64([[0.6, 0.9, 1.3], [1.1, 0.7, 1.4]]), requires_grad=True)"
W = "w = tensor(np.float64([1.5, -2.0]), requires_grad=True)"
UNARY = ("exp_", "sqrt_", "tanh_", "sigmoid_", "neg_", "relu_")
# Other writes are drawn by programs/rules/writes.py.
WRITES = {
    "augmented assignments": [
        M, "y = x.clone()", "y *= 2", "y += 1", "y -= x", "y /= 3", "y **= 2",
    ],
    "methods": [
        M, f"y = sum(getattr(x * 2, name)() for name in {UNARY})",
        "y = y + (x * 2).clamp_(1.5, 2.5) + (x * 2).pow_(3) + (x * 2).div_(x) * (x - 3)",
    ],
    "a mask": [M, "h = x * 2", "h[h > 2] = 1.0", "y = h * x"],
    "positions": [M, "h = x * 2", "h[[0, 1], [1, 0]] = x[0, 0] * 3", "y = h * x"],
    "rows of a constant": [
        M, "y = tensor(np.zeros((2, 3)))", "y[1] = x[0] * 2", "y[0] = x[1] ** 2",
    ],
    "masked_fill_": [M, "y = x * 2", "y.masked_fill_(x > 1, 0.0)"],
    "a factor": [M, "y = x * 2", "y.add_(x, alpha=3)", "y.sub_(x, alpha=0.5)"],
    "a view of a constant": [
        W, "h = tensor(np.zeros((2, 2)))", "row = h[0]", "row.add_(w)", "y = h * 2 + row",
    ],
    "a factor that is not saved": [M, "h = x * 1", "y = h * 3", "h.mul_(5)"],
    "a sum that saves nothing": [M, "h = x * 1", "y = h + 1", "h.mul_(5)"],
    "results that are saved": [M, "h = x * 1", "y = h.exp() + h.tanh()", "h.mul_(5)"],
    "a reduction": [M, "h = x * 1", "y = h.sum(0)", "h.mul_(5)"],
    "a transposed view": [M, "h = x * 1", "y = h.T", "h.mul_(5)"],
    "minus": [M, "h = x * 1", "y = -h", "h.mul_(5)"],
    "relu": [M, "h = x * 1", "y = h.relu()", "h.mul_(5)"],
}  # fmt: skip


@each("name", WRITES)
def test_harmless_writes_have_pytorch_gradients(name):
    assert_lines_agree(*WRITES[name], "y.backward(ramp(y))", tolerance=1e-9)


HARMFUL = [
    ("mul", lambda x, y: x * y, "MulBackward"),
    ("square", lambda x, y: x**2, "PowBackward"),
    ("matmul", lambda x, y: x @ y.mT, "MatMulBackward"),
    ("log", lambda x, y: x.log(), "LogBackward"),
    ("layer norm", lambda x, y: tw.nn.functional.layer_norm(x, (3,)), "LayerNormBackward"),
    (
        "batch norm",
        lambda x, y: tw.nn.functional.batch_norm(x, None, None, training=True),
        "BatchNormBackward",
    ),
    ("linear", lambda x, y: tw.nn.functional.linear(x, y), "LinearBackward"),
    ("gelu tanh", lambda x, y: x.gelu("tanh"), "GELUTanhBackward"),
]


@pytest.mark.parametrize(("name", "use", "node"), HARMFUL, ids=[h[0] for h in HARMFUL])
def test_changed_saved_value_is_caught(name, use, node):
    w = Tensor(np.full((2, 3), 2.0), requires_grad=True)
    x = w * 1
    loss = use(x, w).sum()
    x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation") as caught:
        loss.backward()
    assert f"{node} saved, is at version 1; expected version 0 instead" in str(caught.value)
    assert "[float64 [2, 3]]" in str(caught.value) and "x = x + y" in str(caught.value)


@pytest.mark.parametrize("change", ["view", "detach", "setitem", "data", "sharing array"])
def test_every_write_to_shared_memory_counts(change):
    w = Tensor(np.full((2, 3), 2.0), requires_grad=True)
    x = w * 1
    loss = (x * w).sum()
    if change == "view":
        x.reshape(6)[2:].mul_(2)
    elif change == "detach":
        x.detach().mul_(2)
    elif change == "setitem":
        x[0, 0] = 5.0
    elif change == "data":
        x.data *= 2
    else:
        tw.from_numpy(x.data[1]).zero_()
    assert x._version == x.detach()._version == x.T._version == 1
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        loss.backward()


def test_expected_version_counts_earlier_writes():
    x = Tensor([1.0], requires_grad=True) * 1
    x.add_(1).add_(1)
    assert x._version == 2
    y = x * x
    x.add_(1)
    with pytest.raises(RuntimeError, match="is at version 3; expected version 2"):
        y.backward()


def test_write_keeps_shape_and_type():
    x = Tensor([1.0])
    with pytest.raises(RuntimeError, match=r"output with shape \[1\] doesn't match the broadcast"):
        x.add_(Tensor([1.0, 2.0]))
    with pytest.raises(RuntimeError, match="result type float32 can't be cast to the desired outp"):
        Tensor([1]).add_(1.5)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor refers"):
        x.expand(3).add_(1)
    y = Tensor([1, 2])
    y += 1
    assert y.tolist() == [2, 3] and y.dtype == np.int64
    x += np.float64(2)
    assert x.dtype == np.float32 and x.add_(Tensor(np.array([1.0]))).dtype == np.float32

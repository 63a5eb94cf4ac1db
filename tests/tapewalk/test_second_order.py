"""Second derivatives of every operation, against PyTorch and central differences."""

import numpy as np
import pytest
import torch
from torch.nn import functional as torch_functional

import tapewalk as tw
from tapewalk import Tensor, ops
from tapewalk.nn import functional
from tests.each import each
from tests.tapewalk.oracle import assert_same, draw

# For each operation functions of tensors that run in both libraries, and the shapes to try.
# `lib` is the library, `nn` its functional module. All numbers lie between 0.2 and 1.8.
POSITIONS = [2, 0, 2]
OPERATIONS = {
    "Abs": [(lambda lib, nn, x: (x - 1).abs(), (3,))],
    **{
        name: [(lambda lib, nn, x, f=name: getattr(x * 0.5, f.lower())(), (3,))]
        for name in ("Asin", "Acos", "Atan", "Asinh", "Atanh", "Tan", "Cosh", "Log1p", "Expm1")
    },
    "Acosh": [(lambda lib, nn, x: (x + 1).acosh(), (3,))],
    "SiLU": [(lambda lib, nn, x: nn.silu(x - 1), (3,))],
    "Remainder": [(lambda lib, nn, x, y: ((x * x) % y) ** 2, (2, 3), (3,))],
    "CumSum": [(lambda lib, nn, x: x.cumsum(1) ** 2, (2, 3))],
    "Norm": [
        (lambda lib, nn, x: x.norm(), (2, 3)),
        (lambda lib, nn, x: x.norm(3, 1), (2, 3)),
        (lambda lib, nn, x: x.norm(1.5, 0, True), (2, 3)),
    ],
    "Roll": [(lambda lib, nn, x: x.roll(1, 0) * x, (3, 2))],
    "Einsum": [
        (lambda lib, nn, a, b: lib.einsum("ij,jk->ik", a, b) ** 2, (2, 3), (3, 2)),
        (lambda lib, nn, a: lib.einsum("iij->j", a * a), (2, 2, 3)),
        (lambda lib, nn, a, b, c: lib.einsum("i,j,ij", a, b, c), (2,), (3,), (2, 3)),
    ],
    "Unfold": [
        (lambda lib, nn, x, w, b: nn.conv1d(x, w, b, 2, 1) ** 2, (2, 2, 5), (3, 2, 3), (3,)),
        (lambda lib, nn, x, w: nn.conv2d(x, w).tanh(), (1, 2, 3, 4), (2, 2, 2, 2)),
    ],
    "Fold": [(lambda lib, nn, x: nn.conv1d(x**3, x[:, :, :2] ** 2), (1, 1, 4))],
    "Pool": [
        (lambda lib, nn, x: nn.avg_pool1d(x**3, 2, 1, 1), (1, 2, 4)),
        (lambda lib, nn, x: nn.max_pool2d(x * x, 2) ** 2, (1, 2, 4, 4)),
    ],
    "Add": [(lambda lib, nn, x, y: (x + y) ** 2, (2, 3), (3,))],
    "Attention": [
        (lambda lib, nn, q, k, v: nn.scaled_dot_product_attention(q, k, v), *[(2, 3, 2)] * 3),
        (
            lambda lib, nn, q, k, v: nn.scaled_dot_product_attention(q, k, v, is_causal=True),
            *[(1, 3, 2)] * 3,
        ),
        (
            lambda lib, nn, q, k, v, m: nn.scaled_dot_product_attention(q, k, v, m),
            *[(1, 2, 3, 2)] * 3,
            (1, 1, 3, 3),
        ),
    ],
    "BCE": [(lambda lib, nn, x, t: nn.binary_cross_entropy(x / 2, t / 2), (2, 3), (2, 3))],
    "BCEWithLogits": [
        (
            lambda lib, nn, x, t: nn.binary_cross_entropy_with_logits(x - 1, t / 2),
            (2, 3),
            (2, 3),
        ),
    ],
    "BatchNorm": [
        (lambda lib, nn, x, w, b: nn.batch_norm(x, None, None, w, b, True), (4, 2), (2,), (2,)),
        (lambda lib, nn, x: nn.batch_norm(x, None, None, None, None, True), (4, 2)),
        (
            lambda lib, nn, x, w, b: nn.batch_norm(
                x, _constant(lib, 0.5, 1.0), _constant(lib, 2.0, 3.0), w, b, False
            ),
            *[(4, 2), (2,), (2,)],
        ),
    ],
    "Clamp": [(lambda lib, nn, x: x.clamp(0.5, 1.5) ** 2, (4,))],
    "Clone": [(lambda lib, nn, x: x.clone() ** 2, (3,))],
    "Concat": [(lambda lib, nn, x, y: lib.cat([x * x, y * x[:2]]), (3, 2), (2, 2))],
    "Cos": [(lambda lib, nn, x: x.cos(), (3,))],
    "CrossEntropy": [
        (lambda lib, nn, x: nn.cross_entropy(x, _whole(lib, 2, 0, 1)), (3, 4)),
        (lambda lib, nn, x: nn.cross_entropy(x, _whole(lib, 2, 0, 1), reduction="none"), (3, 4)),
        (lambda lib, nn, x: nn.cross_entropy(x, _whole(lib, 2, -100, 1)), (3, 4)),
    ],
    "Div": [
        (lambda lib, nn, x, y: x / y, (2, 3), (3,)),
        (lambda lib, nn, x: 2 / x, ()),
    ],
    "Embedding": [(lambda lib, nn, w: nn.embedding(_whole(lib, 2, 0, 2), w) ** 2, (3, 2))],
    "Exp": [(lambda lib, nn, x: x.exp(), (3,))],
    "Expand": [(lambda lib, nn, x: x.expand(2, 3, 2) ** 3, (3, 1))],
    "Flip": [(lambda lib, nn, x: x.flip((0, 1)) * x**2, (2, 3))],
    "GELU": [(lambda lib, nn, x: nn.gelu(x - 1), (2, 3))],
    "GELUTanh": [(lambda lib, nn, x: nn.gelu(x - 1, approximate="tanh"), (3,))],
    "LayerNorm": [
        (lambda lib, nn, x, w, b: nn.layer_norm(x, (3,), w, b), (2, 3), (3,), (3,)),
        (lambda lib, nn, x: nn.layer_norm(x, (2, 2)), (3, 2, 2)),
    ],
    "Linear": [
        (lambda lib, nn, x, w, b: nn.linear(x, w, b) ** 2, (2, 3), (4, 3), (4,)),
        (lambda lib, nn, x, w: nn.linear(x, w).tanh(), (2, 2, 3), (4, 3)),
    ],
    "Log": [(lambda lib, nn, x: x.log(), (3,))],
    "LogSoftmax": [
        (lambda lib, nn, x: x.log_softmax(-1), (2, 3)),
        (lambda lib, nn, x: x.log_softmax(0), (2, 3)),
    ],
    "MSE": [(lambda lib, nn, x, t: nn.mse_loss(x * x, t), (2, 3), (2, 3))],
    "MaskedFill": [(lambda lib, nn, x: x.masked_fill(x > 1, 0.5) ** 2, (4,))],
    "MatMul": [
        (lambda lib, nn, a, b: (a @ b) ** 2, (2, 3), (3, 4)),
        (lambda lib, nn, a, b: (a @ b) ** 2, (3,), (3,)),
        (lambda lib, nn, a, b: (a @ b) ** 2, (2, 2, 3), (3,)),
        (lambda lib, nn, a, b: (a @ b) ** 2, (3,), (2, 3, 2)),
        (lambda lib, nn, a, b: (a @ b) ** 2, (2, 2, 3), (3, 2)),
        (lambda lib, nn, a, b: (a @ b) ** 2, (2, 1, 2, 3), (2, 3, 2)),
    ],
    "Max": [
        (lambda lib, nn, x: x.amax(1) ** 2, (2, 3)),
        (lambda lib, nn, x: (x * x).max(), (2, 3)),
    ],
    "Maximum": [(lambda lib, nn, x, y: lib.maximum(x, y) ** 3, (2, 3), (3,))],
    "Mean": [(lambda lib, nn, x: x.mean(1) ** 2, (2, 3)), (lambda lib, nn, x: (x**2).mean(), (3,))],
    "Min": [(lambda lib, nn, x: x.amin(0, keepdim=True) ** 2, (2, 3))],
    "Minimum": [(lambda lib, nn, x, y: lib.minimum(x, y) ** 3, (2, 3), (3,))],
    "Mul": [
        (lambda lib, nn, x, y: x * y, (2, 3), (3,)),
        (lambda lib, nn, x: x * x, ()),
        (lambda lib, nn, x: x * 3 * x, (2,)),
    ],
    "NLL": [
        (lambda lib, nn, x: nn.nll_loss(x * x, _whole(lib, 2, 0, 1)), (3, 4)),
        (
            lambda lib, nn, x: nn.nll_loss(x * x, _whole(lib, 2, 1, -100), reduction="none"),
            (3, 4),
        ),
    ],
    "Neg": [(lambda lib, nn, x: -(x * x), (3,))],
    "Permute": [(lambda lib, nn, x: x.permute(2, 0, 1) ** 2, (2, 3, 1))],
    "Pick": [(lambda lib, nn, x: x.max(1).values ** 2, (2, 3))],
    "Pow": [
        (lambda lib, nn, x: x**2, (3,)),
        (lambda lib, nn, x: x**0.5, ()),
        (lambda lib, nn, x: x**3, (2,)),
        (lambda lib, nn, x, y: x**y, (2, 3), (3,)),
        (lambda lib, nn, x: 2**x, (3,)),
    ],
    "ReLU": [
        (lambda lib, nn, x: (x - 1).relu() ** 2, (4,)),
        (lambda lib, nn, x: (x - 1).relu(), (4,)),
    ],
    "Reshape": [(lambda lib, nn, x: x.reshape(3, 2) ** 2, (2, 3))],
    "SetItem": [(lambda lib, nn, x, y: _written(x * x, y * y), (3, 2), (2,))],
    "CopySlices": [(lambda lib, nn, x, y: _written_to_a_view(x * x, y * y), (3, 2), (2,))],
    "Sign": [(lambda lib, nn, x: (x - 1).sign() * x**2, (3,))],
    "Sigmoid": [(lambda lib, nn, x: (x - 1).sigmoid(), (3,))],
    "Sin": [(lambda lib, nn, x: x.sin(), (3,))],
    "Sinh": [(lambda lib, nn, x: x.sinh(), (3,))],
    "Slice": [
        (lambda lib, nn, x: x[:, 1] ** 2, (2, 3)),
        (lambda lib, nn, x: x[[0, 1, 0]] ** 2, (2, 3)),
        (lambda lib, nn, x: x[x > 1] ** 2, (5,)),
    ],
    "Softmax": [
        (lambda lib, nn, x: x.softmax(-1), (2, 3)),
        (lambda lib, nn, x: x.softmax(0), (2, 3)),
    ],
    "Sqrt": [(lambda lib, nn, x: x.sqrt(), (3,))],
    "Std": [(lambda lib, nn, x: x.std(1), (2, 3)), (lambda lib, nn, x: x.std(), (4,))],
    "Sub": [
        (lambda lib, nn, x, y: (x - y) ** 2, (2, 3), (3,)),
        (lambda lib, nn, x: (1 - x) ** 2, ()),
    ],
    "Sum": [(lambda lib, nn, x: x.sum(0) ** 2, (2, 3)), (lambda lib, nn, x: x.sum() ** 2, (2, 3))],
    "Tanh": [(lambda lib, nn, x: x.tanh(), (3,)), (lambda lib, nn, x: x.tanh(), ())],
    "ToCopy": [(lambda lib, nn, x: (x.double() * x) ** 2, (3,))],
    "Transpose": [(lambda lib, nn, x: x.transpose(0, 1) ** 2, (2, 3))],
    "Var": [(lambda lib, nn, x: x.var(1), (2, 3)), (lambda lib, nn, x: x.var(correction=0), (4,))],
    "Where": [(lambda lib, nn, x, y: lib.where(x > 1, x * y, y * y), (2, 3), (3,))],
}
# What only rules use: the operations whose rules they are have been named.
INNER = {
    *("AddedRows", "Centered", "Entered", "GELUSlope", "InverseDeviation"),
    *("Looked", "Placed", "Put", "ReLUSlope", "Spread"),
}


def _whole(lib, *numbers):
    return lib.as_tensor(np.array(numbers))


def _constant(lib, *numbers):
    return lib.as_tensor(np.array(numbers))


def _written(x, y):
    x[1] = y
    return x


def _written_to_a_view(x, y):
    x[1:].mul_(y)
    return x


def test_every_operation_is_here():
    # FloorDivide has no derivative, in PyTorch neither.
    assert set(OPERATIONS) | INNER | {"FloorDivide"} == set(ops.__all__)


def arrays_of(shapes):
    return [draw(shape, 7 + i, 0.2, 1.8) for i, shape in enumerate(shapes)]


@each("name", OPERATIONS)
def test_second_derivatives_by_central_differences(name):
    for function, *shapes in OPERATIONS[name]:
        leaves = [Tensor(array, requires_grad=True) for array in arrays_of(shapes)]
        assert tw.gradcheck(lambda *xs, f=function: f(tw, functional, *xs), leaves)
        assert tw.gradgradcheck(lambda *xs, f=function: f(tw, functional, *xs), leaves)


@each("name", OPERATIONS)
def test_second_derivatives_as_in_pytorch(name):
    for function, *shapes in OPERATIONS[name]:
        arrays = arrays_of(shapes)
        mine = second_order(tw, Tensor, functional, function, arrays)
        other = second_order(torch, torch.tensor, torch_functional, function, arrays)
        for position, (a, b) in enumerate(zip(mine, other, strict=True)):
            assert (a is None) == (b is None), f"operand {position} is unused, {a is None}"
            if a is not None:
                assert_same(a, b, f"second derivative by operand {position}")


def second_order(lib, tensor, nn, function, arrays):
    """Return the gradients of a sum over first gradients, each weighted differently."""
    leaves = [tensor(array, requires_grad=True) for array in arrays]
    grad = tw.grad if lib is tw else torch.autograd.grad
    out = function(lib, nn, *leaves)
    firsts = grad((out * ramp(out, tensor)).sum(), leaves, create_graph=True)
    total = sum((g * ramp(g, tensor)).sum() for g in firsts)
    seconds = [None] * len(leaves)
    if total.requires_grad:
        seconds = grad(total, leaves, allow_unused=True)
    return [None if second is None else _entries(second) for second in seconds]


def _entries(gradient):
    # PyTorch has zeros without memory.
    return gradient if isinstance(gradient, np.ndarray) else gradient.numpy(force=True)


FLAT = {
    "relu": lambda lib, nn, x: x.relu(),
    "abs": lambda lib, nn, x: x.abs(),
    "sign": lambda lib, nn, x: x.sign(),
    "l1_loss": lambda lib, nn, x: nn.l1_loss(x, x.detach() + 1),
    "norm": lambda lib, nn, x: x.norm(1),
    "clamp": lambda lib, nn, x: x.clamp(-0.7, 0.7),
    "max": lambda lib, nn, x: x.max(),
    "amin": lambda lib, nn, x: x.amin(),
    "maximum": lambda lib, nn, x: lib.maximum(x, x.detach() * 2),
    "where": lambda lib, nn, x: lib.where(x.detach() > 0, x, -x),
    "sum": lambda lib, nn, x: x.sum(),
    "max_pool1d": lambda lib, nn, x: nn.max_pool1d(x.reshape(1, 4), 2),
    "max_pool2d": lambda lib, nn, x: nn.max_pool2d(x.reshape(1, 2, 2), 2),
    "avg_pool1d": lambda lib, nn, x: nn.avg_pool1d(x.reshape(1, 4), 2),
    "avg_pool2d": lambda lib, nn, x: nn.avg_pool2d(x.reshape(1, 2, 2), 2),
}


@each("name", FLAT)
def test_a_flat_slope_has_a_history_of_zeros_where_it_has_one_in_pytorch(name):
    def slope_and_curve(lib, tensor, nn, grad):
        x = tensor([0.5, -1.0, 0.0, 2.0], requires_grad=True)
        (slope,) = grad(FLAT[name](lib, nn, x).sum(), x, create_graph=True)
        if not slope.requires_grad:
            return slope.tolist(), None
        return slope.tolist(), _entries(grad(slope.sum(), x)[0]).tolist()

    mine = slope_and_curve(tw, Tensor, functional, tw.grad)
    assert mine == slope_and_curve(torch, torch.tensor, torch_functional, torch.autograd.grad)


def _normalised(x, axis):
    distance = x - x.mean(axis, keepdim=True)
    return distance * ((distance * distance).mean(axis, keepdim=True) + 1e-5) ** -0.5


# Ours and PyTorch's. Of its normalisations as one node PyTorch takes mean and variance for
# constants from the third derivative on, so that they are composed for it.
THIRD = {
    "batch norm": (
        lambda x: (functional.batch_norm(x, None, None, None, None, True) ** 3).sum(),
        lambda x: (_normalised(x, 0) ** 3).sum(),
    ),
    "layer norm": (
        lambda x: (functional.layer_norm(x, (3,)) ** 3).sum(),
        lambda x: (_normalised(x, 1) ** 3).sum(),
    ),
    "cross-entropy": (
        lambda x: functional.cross_entropy(x, _whole(tw, 2, 0, 1, -100)),
        lambda x: torch_functional.cross_entropy(x, _whole(torch, 2, 0, 1, -100)),
    ),
    "linear": (
        lambda x: (functional.linear(x.reshape(2, 2, 3), x) ** 3).sum(),
        lambda x: (torch_functional.linear(x.reshape(2, 2, 3), x) ** 3).sum(),
    ),
    "relu": (lambda x: ((x - 1).relu() ** 4).sum(),) * 2,
    "sums": (lambda x: (x.sum(1) ** 4).sum() + (x.mean(0, keepdim=True) ** 4).sum(),) * 2,
}


@each("name", THIRD)
def test_third_derivatives_as_in_pytorch(name):
    def third(tensor, function, grad):
        x = tensor(draw((4, 3), 5, 0.2, 1.8), requires_grad=True)
        y = function(x)
        for _ in range(2):
            (slope,) = grad(y, x, create_graph=True)
            y = (slope * ramp(slope, tensor)).sum()
        return _entries(grad(y, x)[0])

    mine, other = THIRD[name]
    other = third(torch.tensor, other, torch.autograd.grad)
    assert_same(third(Tensor, mine, tw.grad), other, "third derivative")


def ramp(x, tensor):
    shape = tuple(x.shape)
    return tensor(np.linspace(0.5, 1.5, int(np.prod(shape))).reshape(shape))


def second(loss, x):
    """Return the slope of a loss by x as a tensor with a history."""
    (slope,) = tw.grad(loss, x, create_graph=True)
    return slope


def test_gradients_with_a_history_are_tensors_and_the_graph_stays():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = (x**3).sum()
    slope = second(y, x)
    assert isinstance(slope, Tensor) and slope.tolist() == [3.0, 12.0] and x.grad is None
    (curve,) = tw.grad(slope.sum(), x, retain_graph=True)
    assert isinstance(curve, np.ndarray) and curve.tolist() == [6.0, 12.0]
    (slope * slope).sum().backward()  # fills grad as any loss does
    assert x.grad.tolist() == [2 * 3 * 6.0, 2 * 12 * 12.0]
    third = second(second(second((x**4).sum(), x).sum(), x).sum(), x)
    assert third.tolist() == [24.0, 48.0]


def test_gradients_have_a_history_inside_no_grad_too_as_in_pytorch():
    x = Tensor([2.0], requires_grad=True)
    y = (x**3).sum()
    with tw.no_grad():
        slope = second(y, x)
    assert slope.requires_grad and tw.grad(slope.sum(), x)[0].tolist() == [12.0]


def test_gradients_by_results_and_from_starts_with_a_history():
    def differentiated(lib, tensor, grad):
        x = tensor([1.0, 2.0], requires_grad=True)
        v = tensor([3.0, 4.0], requires_grad=True)
        h = x * x
        y = h * h.sum()
        by_h, by_x = grad(y, [h, x], v, create_graph=True)
        return grad((by_h * by_x).sum(), [x, v, h])

    mine = differentiated(tw, Tensor, tw.grad)
    other = differentiated(torch, torch.tensor, torch.autograd.grad)
    for a, b in zip(mine, other, strict=True):
        np.testing.assert_allclose(a, b.numpy(), rtol=1e-6)


def test_a_leaf_whose_data_was_replaced_keeps_the_numbers_that_were_used():
    x = Tensor([2.0], requires_grad=True)
    y = (x**3).sum()
    x.data = np.array([5.0], np.float32)
    assert tw.grad(second(y, x).sum(), x)[0].tolist() == [12.0]


def test_writes_views_and_checkpoints_have_second_derivatives():
    def written(x):
        h = x * 1
        h[0].mul_(h[1].clone())
        h.view(-1).mul_(2)
        h[1:] = h[1:].clone() ** 2
        return (h.T @ h).sum()

    def through(lib, tensor, grad, function):
        x = tensor([[1.0, 2.0], [0.5, 1.5]], requires_grad=True)
        (slope,) = grad(function(x), x, create_graph=True)
        return grad((slope * slope).sum(), x)[0]

    other = through(torch, torch.tensor, torch.autograd.grad, written)
    for function in (written, lambda x: tw.checkpoint(written, x)):
        mine = through(tw, Tensor, tw.grad, function)
        np.testing.assert_allclose(mine, other.numpy(), rtol=1e-6)


def test_a_write_to_what_was_saved_is_noticed():
    x = Tensor([1.0], requires_grad=True)
    h = x * 1
    y = (h**3).sum()
    slope = second(y, x)
    h.add_(1)
    for root in (slope.sum(), y):
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            tw.grad(root, x, create_graph=True)


def test_hooks_get_tensors_and_what_they_compute_has_a_history():
    def with_hook(lib, tensor, grad):
        x = tensor([1.0, 2.0], requires_grad=True)
        h = x * 3
        h.register_hook(lambda g: g * g)
        x.register_hook(lambda g: g * 2)
        (slope,) = grad((h**3).sum(), x, create_graph=True)
        return grad(slope.sum(), x)[0]

    other = with_hook(torch, torch.tensor, torch.autograd.grad)
    np.testing.assert_allclose(with_hook(tw, Tensor, tw.grad), other.numpy(), rtol=1e-6)


class Cube(tw.Function):
    """Saves its operand, so that its rule has derivatives."""

    def forward(self, x):
        self.save_for_backward(x)
        return x**3

    def backward(self, grad):
        (x,) = self.saved_tensors
        return 3 * x**2 * grad


class Root(tw.Function):
    """Saves its result."""

    def forward(self, x):
        y = np.sqrt(x)
        self.save_for_backward(y)
        return y

    def backward(self, grad):
        (y,) = self.saved_tensors
        return grad / (2 * y)


class Slope(tw.Function):
    """Saves what it computed: nobody knows what that depends on."""

    def forward(self, x):
        self.save_for_backward(3 * x**2)
        return x**3

    def backward(self, grad):
        return grad * self.saved_tensors[0]


class Kept(tw.Function):
    """Keeps its operand where nobody looks."""

    def forward(self, x):
        self.x = [x]
        return x**3

    def backward(self, grad):
        return grad * 3 * self.x[0] ** 2


class Summed(tw.Function):
    """Keeps a number that it computed."""

    def forward(self, x):
        self.total = x.sum()
        return x * self.total

    def backward(self, grad):
        return grad * self.total


def test_custom_functions_have_second_derivatives_or_say_why_not():
    x = Tensor(np.array([0.5, 2.0]), requires_grad=True)
    for function in (Cube, Root):
        assert tw.gradcheck(function.apply, x) and tw.gradgradcheck(function.apply, x)
    for function in (Slope, Kept, Summed):
        assert tw.grad(function.apply(x).sum(), x)
        with pytest.raises(NotImplementedError, match="what that depends on is not known"):
            second(function.apply(x).sum(), x)


def test_gradgradcheck_finds_a_rule_that_is_wrong_in_the_second_order_only():
    class Wrong(tw.Function):
        def forward(self, x):
            self.save_for_backward(x)
            return x**3

        def backward(self, grad):
            (x,) = self.saved_tensors
            return grad * 3 * getattr(x, "_data", x) ** 2  # an array again: without a history

    x = Tensor(np.array([0.5, 2.0]), requires_grad=True)
    assert tw.gradcheck(Wrong.apply, x)
    assert not tw.gradgradcheck(Wrong.apply, x, raise_exception=False)
    with pytest.raises(AssertionError, match="Jacobian mismatch for input 0"):
        tw.gradgradcheck(Wrong.apply, x)
    with pytest.raises(TypeError, match="float64"):
        tw.gradgradcheck(Cube.apply, Tensor([1.0], requires_grad=True))


def f(lib, x):
    return (lib.tanh(x) ** 2 * x.sum()).sum()


def test_gradients_of_functions_of_gradients():
    x = np.array([0.3, -0.7, 1.1])
    hessian = torch.autograd.functional.hessian(lambda t: f(torch, t), torch.tensor(x)).numpy()
    mine = lambda t: f(tw, t)  # noqa: E731
    np.testing.assert_allclose(tw.jacobian(tw.grad(mine))(x), hessian)
    np.testing.assert_allclose(tw.jacobian(tw.jacobian(mine))(x), hessian)
    v = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(tw.hessian_vector_product(mine)(x, v), hessian @ v)
    third = tw.grad(lambda t: (tw.hessian_vector_product(mine)(t, v) * v).sum())(x)
    exact = tw.gradcheck(
        lambda t: tw.grad(lambda s: (tw.grad(mine)(s) * v).sum())(t),
        Tensor(x, requires_grad=True),
    )
    assert exact and third.shape == (3,)
    value, slope = tw.value_and_grad(tw.grad(lambda t: t**3))(2.0)
    assert (value, slope) == (12.0, 12.0) and type(value) is np.float64


def test_what_stands_around_is_differentiated_by_too():
    twice = lambda x: x * tw.grad(lambda y: x * y)(2.0)  # noqa: E731
    assert tw.grad(twice)(3.0) == 6.0
    assert tw.grad(lambda x: x * tw.grad(lambda y: x + y)(1.0))(1.0) == 1.0  # not 2
    assert tw.grad(lambda x: x * tw.value_and_grad(lambda y: x * y)(2.0)[0])(3.0) == 12.0
    assert tw.grad(lambda x: x * tw.jacobian(lambda y: x * y)(2.0))(3.0) == 6.0
    assert tw.grad(lambda x: x * tw.elementwise_grad(lambda y: x * y)(2.0))(3.0) == 6.0
    assert tw.grad(lambda x: x * tw.grad(x * x, x, create_graph=True)[0])(3.0) == 12.0
    assert tw.grad(lambda x: tw.grad(lambda y: y**3)(x) * x)(2.0) == 36.0


def test_a_derivative_that_would_be_lost_is_refused():
    def by_backward(x):
        (x * x).backward()
        return x * x

    for function in (by_backward, lambda x: x * tw.grad(x * x, x)[0]):
        for outer in (tw.grad, tw.value_and_grad, tw.jacobian, tw.elementwise_grad):
            with pytest.raises(RuntimeError, match="would be a constant to it"):
                outer(function)(3.0)

    def training_of_its_own(x):
        w = Tensor([2.0], requires_grad=True)
        (w * w).sum().backward()  # has nothing to do with x
        return x * w.grad[0]

    assert tw.grad(training_of_its_own)(5.0) == 4.0


def test_nested_arguments_of_products():
    def loss(p, k):
        return (p["w"] ** 2 * p["b"][0]).sum() * k

    p = {"w": np.array([1.0, 2.0]), "b": [np.array([3.0, 4.0])]}
    v = {"w": np.array([1.0, 0.0]), "b": [np.array([0.0, 1.0])]}
    got = tw.hessian_vector_product(loss)(p, 2.0, v)
    assert got["w"].tolist() == [12.0, 8.0] and got["b"][0].tolist() == [4.0, 0.0]
    with pytest.raises(tw.engine.errors.ShapeError, match="has the shape of what is different"):
        tw.hessian_vector_product(lambda x: (x**2).sum())(np.ones(2), np.ones(3))


def test_jvp_as_in_pytorch():
    x, y = draw((2, 3), 1), draw((3,), 2)
    dx, dy = draw((2, 3), 3), draw((3,), 4)
    for g in (lambda a, b: (a * b).sin().sum(1), lambda a, b: (a * b).tanh(), lambda a, b: a * 2):
        primals, tangents = (torch.tensor(x), torch.tensor(y)), (torch.tensor(dx), torch.tensor(dy))
        values = torch.autograd.functional.jvp(g, primals, tangents)
        for mine, other in zip(tw.jvp(g, (x, y), (dx, dy)), values, strict=True):
            np.testing.assert_allclose(mine, other.numpy())
    assert tw.jvp(lambda a: 3.0, (1.0,), (1.0,)) == (3.0, 0.0)
    assert tw.grad(lambda a: tw.jvp(lambda b: b**3, (a,), (1.0,))[1])(2.0) == 12.0
    assert tw.grad(lambda t: tw.jvp(lambda b: b**3, (2.0,), (t,))[1])(5.0) == 12.0

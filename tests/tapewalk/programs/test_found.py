"""Programs that once differed from PyTorch, or that are too rare to be drawn at random."""

import pytest

from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.language import Program

X = "x = tensor(np.arange(6.0).reshape(2, 3), requires_grad=True)"
V = "x = tensor(np.float64([1.0, 2.0, 3.0]), requires_grad=True)"
Z = "z = tensor(np.float64([2.0, -3.0, 4.0]), requires_grad=True)"
F = "f = lib.nn.functional"

FOUND = {
    "a view of a view is written, then the view": [
        X, "y = x * 1", "v = y.T", "w = v[1]", "w.mul_(3)", "v[0] = 9.0",
        "(y * y).sum().backward()",
    ],
    "a view of one number is written": [
        V, "y = x * 1", "v = y[0]", "v.mul_(5)", "y.sum().backward()",
    ],
    "a view of one number of a leaf is written": [V, "v = x[0]", "v.add_(1)"],
    "a view from no_grad is written outside": [
        V, "y = x * 1", "with lib.no_grad():\n    v = y[0:1]", "v.mul_(3)",
    ],
    "a view from no_grad of a leaf is written outside": [
        V, "with lib.no_grad():\n    v = x[0:1]", "v.mul_(3)",
    ],
    "an index array changes after use": [
        V, "i = tensor(np.array([0, 1]))", "y = x[i]", "i.add_(1)", "y.sum().backward()",
    ],
    "a mask changes after use": [
        V, "m = x.detach() > 1", "y = x[m]", "m.fill_(False)", "y.sum().backward()",
    ],
    "an index keeps a graph from running twice": [
        V, "y = x[[0, 2]].sum()", "y.backward()", "y.backward()",
    ],
    "mul_ by a tensor": [V, Z, "y = x * 1.5", "y.mul_(z)", "y.sum().backward()"],
    "div_ by a tensor": [V, Z, "y = x * 1.5", "y.div_(z)", "y.sum().backward()"],
    "pow_ by a number": [V, "y = x * 1.5", "y.pow_(3)", "y.sum().backward()"],
    "pow_ by a tensor": [V, Z, "y = x * 1.5", "y.pow_(z)", "y.sum().backward()"],
    "clamp_": [V, "y = x * 1.5", "y.clamp_(0, 2)", "y.sum().backward()"],
    "a view of a constant, times a leaf": [
        "c = tensor(np.float64([1.0, 2.0, 3.0]))", "v = c[:2]",
        "w = tensor(np.float64([5.0, 6.0]), requires_grad=True)", "v.mul_(w)", "c.sum().backward()",
    ],
    "zero_ keeps the history": [V, "y = x * 1", "y.zero_()", "y.sum().backward()"],
    "fill_ keeps the history": [V, "y = x * 1", "y.fill_(2.0)", "y.sum().backward()"],
    "copy_ gives the old history zeros": [V, Z, "y = x * 1", "y.copy_(z)", "y.sum().backward()"],
    "retain_grad follows the tensor through a write": [
        V, "y = x * 1", "y.retain_grad()", "y.mul_(2)", "(y * 3).sum().backward()",
    ],
    "softmax of a number": [
        "x = tensor(np.float64(3.0), requires_grad=True)", "y = x.softmax(0) + x.log_softmax(-1)",
        "y.backward()",
    ],
    "a class that is ignored": [
        X, F, "y = f.cross_entropy(x, tensor(np.array([1, 2])), ignore_index=1)", "y.backward()",
    ],
    "all classes are ignored": [
        X, F, "y = f.cross_entropy(x, tensor(np.array([-100, -100])))", "y.backward()",
    ],
    "an infinite log-probability is ignored": [
        "x = tensor(np.float64([[-np.inf, 0], [-1, -2]]), requires_grad=True)", F,
        "y = f.nll_loss(x, tensor(np.array([-100, 1])))", "y.backward()",
    ],
    "layer_norm with a shift alone": [X, V.replace("x =", "b ="), F,
        "y = f.layer_norm(x, (3,), None, b)", "(y * y).sum().backward()",
    ],
    "cat of one tensor": [V, "y = lib.cat([x]) * 2", "y.backward(ramp(y))"],
    "a kept gradient of a leaf changes with .grad": [
        V, "h = x.register_hook(log.append)", "(x * 2).sum().backward()",
        "(x * 3).sum().backward()",
    ],
    "a row that may look at nothing": [
        X, F, "m = tensor(np.array([[True, False], [False, False]]))",
        "y = f.scaled_dot_product_attention(x, x * 2, x, attn_mask=m)",
        "(y * ramp(y)).sum().backward()",
    ],
}  # fmt: skip
RARE = {
    "diamonds run each node once": [
        V, "y = x", "for _ in range(60):\n    y = y + y", "y.sum().backward()",
    ],
    "a leaf is frozen after use": [
        V, "y = x * 2", "x.requires_grad_(False)", "(y * y).sum().backward()",
    ],
    "a constant becomes a leaf": [
        V, "z = tensor(np.float64([4.0, 5.0, 6.0]))", "z.requires_grad = True", "y = x * z",
        "x.requires_grad_(False)", "u = x * 2", "y.sum().backward()",
    ],
    "a list of positions changes after use": [
        V, "i = [0, 1]", "y = x[i]", "i[0] = 2", "y.sum().backward()",
    ],
    "a leaf is written": [V, "x.add_(1)"],
    "an entry of a leaf is written": [V, "x[0] = 3.0"],
    "a leaf is written within no_grad": [V, "with lib.no_grad():\n    x[0] = 3.0"],
    "a result is written within no_grad": [
        V, "y = x * 3", "with lib.no_grad():\n    y.mul_(2)", "y.sum().backward()",
    ],
    "a leaf is updated between forward and backward": [
        V, "y = x * x", "with lib.no_grad():\n    x -= x.detach()", "y.sum().backward()",
    ],
    "an optimizer steps between forward and backward": [
        V, "(x * 1).sum().backward()", "y = x * x", "lib.optim.SGD([x], lr=0.1).step()",
        "y.sum().backward()",
    ],
    "updates within no_grad": [
        V, "for _ in range(3):\n    x.grad = None\n    (x * x).sum().backward()\n"
        "    with lib.no_grad():\n        x -= 0.25 * x.grad\n        x *= 2\n        x += x * 1",
    ],
    "updates of the data": [
        V, "for _ in range(3):\n    x.grad = None\n    (x * x).sum().backward()\n"
        "    x.data -= 0.25 * x.grad",
    ],
    "a saved result is written": [V, "y = x.exp()", "y.add_(1)", "y.sum().backward()"],
    "a graph runs twice": [V, "y = (x * x).sum()", "y.backward()", "y.backward()"],
    "a kept graph runs twice": [
        V, "y = (x * x).sum()", "y.backward(retain_graph=True)", "y.backward()",
    ],
    "values that a slope needs are written": [
        V, "h = x * 1", "(slope,) = grad((h**3).sum(), [x], create_graph=True)", "h.add_(1)",
        "grad(slope.sum(), [x])",
    ],
    "a gradient in columns reaches a view that was written": [
        X, "h = x * 1", "h.view(-1).mul_(2)", "(h.T @ h.detach()).sum().backward()",
    ],
    "a detached result shares its memory": [
        V, "y = x * 2", "d = y.detach()", "(y * d).sum().backward()", "d.mul_(2)",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_program_that_once_differed_equals_pytorch(name):
    assert_same(Program(tuple(FOUND[name])), 1e-9)


@pytest.mark.parametrize("name", RARE)
def test_rare_program_equals_pytorch(name):
    assert_same(Program(tuple(RARE[name])), 1e-9)

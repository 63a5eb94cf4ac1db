"""Order and arguments of hooks, and retained gradients, against PyTorch."""

import gc
from itertools import product

from tapewalk import Tensor
from tapewalk.engine.hooks import hooked
from tests.each import each
from tests.tapewalk.programs.compare import assert_lines_agree

X = "x = tensor(np.float64([1.0, 2.0, 3.0]), requires_grad=True)"
LEAVES = [
    f"{name} = tensor(np.float64({numbers}), requires_grad=True)"
    for name, numbers in {"a": [1.0, 2.0], "b": [3.0, 4.0], "c": [5.0, 6.0]}.items()
]
# Each hook notes its gradient and the gradients that the leaves have by then.
NOTES = """\
def notes(gradient):
    log.append(gradient * 1)
    log.extend(gradient * 0 if leaf.grad is None else leaf.grad * 1 for leaf in (a, b, c))
def watch(*tensors):
    for one in {id(tensor): tensor for tensor in tensors}.values():
        one.register_hook(notes)
"""
PROGRAMS = {
    "chain": ["u = a * b", "v = u * c", "w = v + a"],
    "leaf used early and late": ["u = a.exp()", "v = u * b", "w = u * b * c + a * c"],
    "branches": ["u = a * a", "v = b.tanh() * c", "w = u + v * b"],
    "leaves only in one sum": ["u = v = w = a + b + c"],
}
WATCHED = {"all": "a, b, c, u, v, w", "one leaf": "b", "no leaf": "w"}


@each("name, watched", product(PROGRAMS, WATCHED))
def test_hooks_run_in_the_order_of_pytorch(name, watched):
    hooks = f"watch({WATCHED[watched]})"
    assert_lines_agree(*LEAVES, *PROGRAMS[name], NOTES, hooks, "w.sum().backward()")


HOOKS = {
    "several of one tensor": [
        *["x.register_hook(lambda g: g * 10)", "h.register_hook(lambda g: g * 10)"] * 2,
        "h.sum().backward()",
    ],
    "removed twice": [
        "first = h.register_hook(log.append)", "h.register_hook(lambda g: g * 10)",
        "h.retain_grad()", "(h + h).sum().backward(retain_graph=True)", "first.remove()",
        "first.remove()", "h.sum().backward()",
    ],
    "kept twice": [
        "h.retain_grad()", "h.retain_grad()", "x.retain_grad()",
        "assert h.retains_grad and not x.retains_grad", "(h * h).sum().backward(retain_graph=True)",
        "(h * h).sum().backward()",
    ],
    "within no_grad": [
        "h.register_hook(log.append)", "r = h.sum()", "with lib.no_grad():\n    r.backward()",
    ],
    **{
        f"grad of {wanted}": [
            "for n, one in enumerate((x, y, h, k)):\n"
            "    one.register_hook(lambda g, n=n: (log.append(g * n), g * 10)[1])",
            f"log.extend(grad((h * k).sum(), [{wanted}]))",
        ]
        for wanted in "hx"
    },
    "backward to inputs": [
        "apart = tensor(np.float64([1.0]), requires_grad=True)", "m = x + y", "h.retain_grad()",
        "y.register_hook(lambda g: log.append(g) or g * 10)", "loss = (h * h * y * m).sum()",
        "for inputs in (y, [x], [h, x], (y, y), [m], [apart], iter([x])):\n"
        "    loss.backward(retain_graph=True, inputs=inputs)\n"
        "    log.extend(t.grad * 1 for t in (x, y, h) if t.grad is not None)",
    ],
}  # fmt: skip


@each("name", HOOKS)
def test_hooks_and_kept_gradients_are_those_of_pytorch(name):
    y = X.replace("x =", "y =").replace("1.0, 2.0", "4.0, 5.0")
    assert_lines_agree(X, y, "h, k = x * 2, y * 3", *HOOKS[name])


def test_freed_tensor_with_hooks_is_forgotten():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    x.register_hook(print)
    y.register_hook(print)
    keys = {id(x), id(y.grad_fn)}
    assert keys <= set(hooked)
    del x, y
    gc.collect()
    assert not keys & set(hooked)


def test_tensor_without_hooks_is_forgotten():
    x = Tensor([1.0, 2.0], requires_grad=True)
    first, second = x.register_hook(print), x.register_hook(print)
    first.remove()
    first.remove()
    assert id(x) in hooked
    second.remove()
    assert id(x) not in hooked
    x.register_hook(print)
    second.remove()
    assert id(x) in hooked


# Lines after `y = x * 1` and its view `v = y[:2]`.
WRITES = {
    "write the view, use the whole": ["v.mul_(5.0)", "r = y * y"],
    "write the view, use it": ["v.mul_(5.0)", "r = v * v"],
    "write the whole, use the view": ["y.mul_(5.0)", "r = v * v"],
    "write the whole, use it": ["y.mul_(5.0)", "r = y * y"],
    "write twice": ["v.mul_(5.0)", "y.add_(1.0)", "v.mul_(2.0)", "r = v * v + y[1:] * y[1:]"],
    "write nothing": ["r = v * v + y[:2]"],
}
RETAINED = {"y": ("y.retain_grad()", "pass"), "v": ("pass", "v.retain_grad()")}
RETAINED["both"] = "y.retain_grad()", "v.retain_grad()"


@each("write, retained", product(WRITES, RETAINED))
def test_retained_gradient_follows_writes(write, retained):
    whole, view = RETAINED[retained]
    lines = ["y = x * 1", whole, "v = y[:2]", view, *WRITES[write], "r.sum().backward()"]
    assert_lines_agree(X, *lines)


def test_retained_gradient_of_a_nested_view():
    views = "v = y[:2]", "v.retain_grad()", "w = v[:1]", "w.retain_grad()"
    assert_lines_agree(X, "y = x * 1", *views, "w.mul_(5.0)", "(v * v).sum().backward()")

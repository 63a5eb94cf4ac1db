"""Order and arguments of hooks, and retained gradients, against PyTorch."""

import gc
from itertools import product

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor
from tapewalk.engine.hooks import hooked
from tests.each import each
from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.language import TORCH, Program, run

NUMBERS = {"a": [1.0, 2.0], "b": [3.0, 4.0], "c": [5.0, 6.0]}


def chain(a, b, c):
    u = a * b
    v = u * c
    return {"u": u, "v": v, "w": v + a}


def leaf_used_early_and_late(a, b, c):
    early = a.exp()
    return {"early": early, "middle": early * b, "w": early * b * c + a * c}


def branches(a, b, c):
    left, right = a * a, b.tanh() * c
    return {"left": left, "right": right, "w": left + right * b}


def leaves_only_in_one_sum(a, b, c):
    return {"w": a + b + c}


def logged(make, program, watched):
    """Return for each hook its gradient and the leaves that had theirs by then."""
    leaves = {name: make(numbers) for name, numbers in NUMBERS.items()}
    inner = program(**leaves)
    log = []

    def watch(name):
        def hook(grad):
            held = [n for n, leaf in leaves.items() if leaf.grad is not None]
            log.append((name, grad.tolist(), held))

        return hook

    for name, tensor in {**leaves, **inner}.items():
        if name in watched:
            tensor.register_hook(watch(name))
    inner["w"].sum().backward()
    return log, [leaf.grad.tolist() for leaf in leaves.values()]


def mine(numbers):
    return Tensor(np.array(numbers), requires_grad=True)


def other(numbers):
    return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)


PROGRAMS = [chain, leaf_used_early_and_late, branches, leaves_only_in_one_sum]


@pytest.mark.parametrize("watched", ["abc", "b", "w"], ids=["all", "one leaf", "no leaf"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_hooks_run_in_the_order_of_pytorch(program, watched):
    watched = {*watched, *(["u", "v", "w", "early", "middle", "left", "right"] * ("a" in watched))}
    log, grads = logged(mine, program, watched)
    expected, expected_grads = logged(other, program, watched)
    assert [entry[0::2] for entry in log] == [entry[0::2] for entry in expected]
    for (_, grad, _), (_, expected_grad, _) in zip(log, expected, strict=True):
        np.testing.assert_allclose(grad, expected_grad, rtol=1e-12)
    np.testing.assert_allclose(grads, expected_grads, rtol=1e-12)


def test_several_hooks_of_one_tensor():
    def run(make):
        x = make([1.0, 2.0, 3.0])
        y = x * 2
        for tensor in (x, x, y, y):
            tensor.register_hook(lambda g: g * 10)
        y.sum().backward()
        return x.grad.tolist()

    assert run(mine) == run(other)


def test_freed_tensor_with_hooks_is_forgotten():
    x = mine([1.0, 2.0])
    y = x * 2
    x.register_hook(print)
    y.register_hook(print)
    keys = {id(x), id(y.grad_fn)}
    assert keys <= set(hooked)
    del x, y
    gc.collect()
    assert not keys & set(hooked)


def test_tensor_without_hooks_is_forgotten():
    x = mine([1.0, 2.0])
    first, second = x.register_hook(print), x.register_hook(print)
    first.remove()
    first.remove()
    assert id(x) in hooked
    second.remove()
    assert id(x) not in hooked
    x.register_hook(print)
    second.remove()
    assert id(x) in hooked


@pytest.mark.parametrize("wanted", ["h", "x"])
def test_grad_runs_only_hooks_on_its_path(wanted):
    def run(make, grad):
        log = []
        x, y = make([1.0, 2.0]), make([3.0, 4.0])
        h, k = x * 2, y * 3
        tensors = {"x": x, "y": y, "h": h, "k": k}
        for name, tensor in tensors.items():
            tensor.register_hook(lambda g, name=name: (log.append(name), g * 10)[1])
        (found,) = grad((h * k).sum(), [tensors[wanted]])
        return log, found.tolist(), x.grad

    assert run(mine, tw.grad) == run(other, torch.autograd.grad)


X = "x = tensor(np.float64([1.0, 2.0, 3.0]), requires_grad=True)"
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
    assert_lines_agree("y = x * 1", whole, "v = y[:2]", view, *WRITES[write], "r.sum().backward()")


def test_retained_gradient_of_a_nested_view():
    views = "v = y[:2]", "v.retain_grad()", "w = v[:1]", "w.retain_grad()"
    assert_lines_agree("y = x * 1", *views, "w.mul_(5.0)", "(v * v).sum().backward()")


def assert_lines_agree(*lines):
    program = Program((X, *lines))
    assert run(program, TORCH).error is None
    assert_same(program)

"""Order and arguments of hooks, and retained gradients, against PyTorch."""

import gc

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor
from tapewalk.engine.hooks import hooked

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


def write_the_view_use_the_whole(y, v):
    v.mul_(5.0)
    return y * y


def write_the_view_use_it(y, v):
    v.mul_(5.0)
    return v * v


def write_the_whole_use_the_view(y, v):
    y.mul_(5.0)
    return v * v


def write_the_whole_use_it(y, v):
    y.mul_(5.0)
    return y * y


def write_twice(y, v):
    v.mul_(5.0)
    y.add_(1.0)
    v.mul_(2.0)
    return v * v + y[1:] * y[1:]


def write_unasked(y, v):
    return v * v + y[:2]


WRITES = [
    write_the_view_use_the_whole,
    write_the_view_use_it,
    write_the_whole_use_the_view,
    write_the_whole_use_it,
    write_twice,
    write_unasked,
]


@pytest.mark.parametrize("keep", ["v", "y", "both"])
@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.__name__)
def test_retained_gradient_follows_writes(write, keep):
    def run(make):
        x = make([1.0, 2.0, 3.0])
        y = x * 1
        if keep != "v":
            y.retain_grad()
        v = y[:2]
        if keep != "y":
            v.retain_grad()
        write(y, v).sum().backward()
        return [None if t.grad is None else t.grad.tolist() for t in (x, y, v) if kept(t)]

    def kept(tensor):
        return tensor.is_leaf or tensor.retains_grad

    assert run(mine) == run(other)


def test_retained_gradient_of_a_nested_view():
    def run(make):
        x = make([1.0, 2.0, 3.0])
        y = x * 1
        v = y[:2]
        v.retain_grad()
        w = v[:1]
        w.retain_grad()
        w.mul_(5.0)
        (v * v).sum().backward()
        return x.grad.tolist(), v.grad.tolist(), w.grad

    assert run(mine) == run(other)

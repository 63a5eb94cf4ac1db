"""The backward pass: order, accumulation, freeing, memory, hooks."""

import gc
import weakref

import numpy as np
import pytest

import tapewalk as tw
from tapewalk import Function, Tensor


def leaf(*numbers):
    return Tensor(np.array(numbers), requires_grad=True)


def test_deep_graphs_need_no_recursion():
    x = leaf(1.0)
    y = x
    for _ in range(50_000):
        y = y * 1.0
    y.backward()
    assert x.grad.tolist() == [1.0]
    del y  # and are freed without recursion


def test_gradients_are_memory_of_their_own():
    a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
    seed = np.ones(2)
    out = a + b
    out.retain_grad()
    out.reshape(2, 1).reshape(2).backward(seed)
    a.grad *= 0
    assert b.grad.tolist() == out.grad.tolist() == seed.tolist() == [1.0, 1.0]
    x = leaf(1.0)
    x.backward(seed[:1])
    x.grad *= 0
    assert seed.tolist() == [1.0, 1.0]


def test_custom_function_can_return_one_array_twice():
    class Both(Function):
        def forward(self, a, b):
            return a + b

        def backward(self, grad):
            twice = grad * 2
            return twice, twice

    a, b = leaf(1.0), leaf(1.0)
    Both.apply(a, b).backward()
    a.grad *= 0
    assert b.grad.tolist() == [2.0]


def test_leaf_has_one_accumulate_node():
    a = leaf(1.0)
    first = (a * 2).grad_fn.next_functions[0][0]
    second = (a * 3).grad_fn.next_functions[0][0]
    assert first is second and first.name() == "AccumulateGrad" and first.variable is a
    assert (a * 2).grad_fn.name() == "MulBackward"


def test_buffers_are_freed_as_the_pass_goes():
    x = leaf(1.0, 2.0)
    y = x.exp()
    saved = weakref.ref(y.grad_fn.saved[0])
    z = y.sum()
    del y
    z.backward()
    assert saved() is None


def test_no_reference_cycles():
    def step():
        model = tw.nn.MLP([3, 8, 8, 1], tw.nn.GELU, generator=0)
        x = tw.randn(5, 3, generator=1)
        y = model(x)
        y[1:3] *= 2
        h = y.reshape(5).unsqueeze(0)
        h.retain_grad()
        h.register_hook(lambda g: g)
        loss = tw.nn.functional.mse_loss(h, np.zeros((1, 5), np.float32))
        loss.grad_fn.next_functions  # noqa: B018
        loss.backward()

    step()
    while gc.collect():  # garbage of other tests may take several rounds
        pass
    gc.disable()
    try:
        before = len(gc.get_objects())
        for _ in range(20):
            step()
        after = len(gc.get_objects())
        assert gc.collect() == 0
    finally:
        gc.enable()
    assert after - before < 20, "objects were left for the collector"


def test_failed_backward_changes_no_gradient():
    class Broken(Function):
        def forward(self, x):
            return x * 1

        def backward(self, grad):
            raise ZeroDivisionError("broken")

    # While there are hooks, even other tests' garbage, each leaf has its gradient at its turn.
    gc.collect()
    a, b = leaf(1.0), leaf(2.0)
    loss = (Broken.apply(a) + b).sum()
    with pytest.raises(ZeroDivisionError):
        loss.backward()
    assert a.grad is None and b.grad is None


def test_detached_tensor_releases_its_history():
    x = leaf(1.0)
    y = x * 2
    node = weakref.ref(y.grad_fn)
    d = y.detach()
    part = d.reshape(1, 1)
    del y
    assert node() is None and part.shape == (1, 1)


def test_journal_forgets_freed_memory():
    from tapewalk.engine.memory import journal

    before = len(journal._by_memory)
    for _ in range(100):
        Tensor([1.0]).add_(1)
    assert len(journal._by_memory) <= before + 1

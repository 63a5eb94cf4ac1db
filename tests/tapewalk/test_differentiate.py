"""Gradients as results: of plain functions and of tensors; checkpoints."""

import numpy as np
import pytest
import torch
from torch.utils.checkpoint import checkpoint as torch_checkpoint

import tapewalk as tw
from tapewalk import Tensor


def test_grad_of_a_plain_function():
    assert tw.grad(lambda x: x**3)(2.0) == 12.0
    assert type(tw.grad(lambda x: x**3)(2.0)) is np.float64
    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(tw.grad(lambda x: np.sum(np.sin(x) ** 2))(x), np.sin(2 * x))
    assert tw.grad(lambda x, y: x * y, 1)(2.0, 3.0) == 2.0
    assert tw.grad(lambda x, y: x * y, (0, 1))(2.0, 3.0) == (3.0, 2.0)
    assert tw.grad(lambda x, k=1: x * k)(2.0, k=5) == 5.0
    assert tw.grad(lambda x: 3.0)(2.0) == 0.0
    assert tw.grad(lambda x: x * x)(3) == 6.0


def test_grad_of_nested_arguments():
    def loss(parameters):
        w, more = parameters["w"], parameters["more"]
        return np.sum(w * more[0]) + more[1]

    g = tw.grad(loss)({"w": np.array([1.0, 2.0]), "more": [np.array([3.0, 4.0]), 5.0]})
    assert g["w"].tolist() == [3.0, 4.0] and g["more"][0].tolist() == [1.0, 2.0]
    assert g["more"][1] == 1.0


def test_value_and_grad_keep_the_number_type():
    value, gradient = tw.value_and_grad(lambda x: 3.0 * x**3.2)(1.7)
    assert value == 3.0 * 1.7**3.2 and gradient == pytest.approx(9.6 * 1.7**2.2)
    for dtype in (np.float16, np.float32, np.float64):
        assert tw.grad(lambda x: np.sum(x**2))(np.ones((2, 2), dtype)).dtype == dtype


def test_jacobian_and_elementwise_grad():
    x = np.random.default_rng(0).standard_normal((2, 3))
    j = tw.jacobian(lambda x: np.tanh(x).T @ x)(x)
    t = torch.autograd.functional.jacobian(lambda x: torch.tanh(x).T @ x, torch.from_numpy(x))
    np.testing.assert_allclose(j, t.numpy(), rtol=1e-12)
    assert tw.jacobian(lambda x: x * 2)(3.0) == 2.0
    exact = tw.elementwise_grad(lambda a: a + np.sin(a) + np.cosh(a))(x)
    np.testing.assert_allclose(exact, 1 + np.cos(x) + np.sinh(x))
    assert tw.elementwise_grad(lambda a, b: a * b, 1)(0.9, x).shape == x.shape


def test_a_function_of_several_numbers_is_refused():
    with pytest.raises(TypeError, match=r"scalar-output functions: this one returned shape \(2,\)"):
        tw.grad(lambda x: x * 2)(np.ones(2))
    with pytest.raises(NotImplementedError, match="grad of grad"):
        tw.grad(tw.grad(lambda x: x**3))(2.0)


def test_grad_of_tensors():
    x, y = Tensor([1.0, 2.0], requires_grad=True), Tensor([3.0, 4.0], requires_grad=True)
    h = x * y
    loss = (h * h).sum()
    gx, gh = tw.grad(loss, [x, h], retain_graph=True)
    assert gx.tolist() == [18.0, 64.0] and gh.tolist() == [6.0, 16.0]
    assert x.grad is None and y.grad is None and h.grad is None
    (gy,) = tw.grad(h, y, np.array([1.0, 10.0]), retain_graph=True)
    assert gy.tolist() == [1.0, 20.0]
    assert tw.grad([h, y], [y], [np.ones(2), np.ones(2)])[0].tolist() == [2.0, 3.0]


def test_grad_runs_only_what_it_needs():
    x = Tensor([1.0], requires_grad=True)
    h = x.exp()
    loss = h * h
    (gh,) = tw.grad(loss, h)
    h.backward(gh)  # the part below was not run, and so not freed
    assert x.grad == pytest.approx(2 * np.exp(2), rel=1e-6)


def test_grad_of_unused_inputs():
    x, y = Tensor([1.0], requires_grad=True), Tensor([1.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph: input 1"):
        tw.grad(x * 2, [x, y])
    assert tw.grad(x * 2, [x, y], allow_unused=True)[1] is None
    with pytest.raises(RuntimeError, match="does not require grad: input 0, of shape"):
        tw.grad(x * 2, Tensor([1.0]))
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad"):
        tw.grad(Tensor([1.0]), x)


def test_checkpoint_computes_twice_and_gives_the_same():
    calls = []
    w = Tensor([2.0], requires_grad=True)

    def part(x, k):
        calls.append(1)
        return (x * w).tanh() * k

    x = Tensor([0.5], requires_grad=True)
    y = tw.checkpoint(part, x, 3.0)
    assert [type(n).__name__ for n in (y.grad_fn,)] == ["Checkpoint"]
    y.backward()
    checked = x.grad.copy(), w.grad.copy()
    x.grad = w.grad = None
    part(x, 3.0).backward()
    assert np.array_equal(x.grad, checked[0]) and np.array_equal(w.grad, checked[1])
    assert len(calls) == 3
    with tw.no_grad():
        assert not tw.checkpoint(part, x, 3.0).requires_grad


def test_checkpoint_saves_memory():
    def saved(depth, every):
        x = Tensor(np.ones(10), requires_grad=True)

        def segment(t):
            for _ in range(every):
                t = t.tanh()
            return t

        y = x
        for _ in range(depth // every):
            y = tw.checkpoint(segment, y) if every > 1 else segment(y)
        from tapewalk.engine import behind

        return sum(a.nbytes for node in behind([y.grad_fn]) for a in node.saved)

    assert saved(16, 4) == saved(16, 1) / 4


def test_checkpoint_as_in_hips():
    bar = lambda x, y: 2 * x + y + 5  # noqa: E731
    held = tw.checkpoint(bar)
    foo = lambda f: lambda x: f(x, x / 3.0) + f(x, x**2)  # noqa: E731
    assert foo(bar)(3.0) == foo(held)(3.0)
    assert tw.grad(foo(bar))(3.0) == tw.grad(foo(held))(3.0)


def two_results(x, w):
    return (x * w).tanh(), (x.sum() * w).exp()


def a_list_of_one(x, w):
    return [x * w * w]


def a_result_unused(x, w):
    return x * w, x * 100, w.sum()


def results_of_two_types(x, w):
    return (x * w).double(), x + 1


@pytest.mark.parametrize(
    "part", [two_results, a_list_of_one, a_result_unused, results_of_two_types]
)
def test_checkpoint_of_several_results_as_in_pytorch(part):
    def run(leaf, checkpoint):
        x, w = leaf([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]]), leaf([0.1, 0.2, 0.3])
        results = checkpoint(part, x, w)
        shapes = [(tuple(y.shape), str(y.dtype).removeprefix("torch.")) for y in results]
        loss = results[0].sum() * 2 + (results[-1] * results[-1]).sum()
        loss.backward()
        return shapes, x.grad.tolist(), w.grad.tolist()

    shapes, *grads = run(
        lambda numbers: Tensor(numbers, requires_grad=True),
        tw.checkpoint,
    )
    expected_shapes, *expected = run(
        lambda numbers: torch.tensor(numbers, requires_grad=True),
        lambda *given: torch_checkpoint(*given, use_reentrant=False),
    )
    assert shapes == expected_shapes
    for grad, wanted in zip(grads, expected, strict=True):
        np.testing.assert_allclose(grad, wanted, rtol=1e-5)


def test_checkpoint_of_several_results_runs_twice_and_saves_inputs_only():
    calls = []
    x = Tensor(np.ones(10), requires_grad=True)

    def part(t):
        calls.append(1)
        return t.exp(), t.tanh().sin()

    a, b = tw.checkpoint(part, x)
    node = a.grad_fn.next_functions[0][0].next_functions[0][0]
    assert node.name() == "CheckpointBackward" and [s is x.data for s in node.saved] == [True]
    (a * b).sum().backward()
    assert len(calls) == 2


@pytest.mark.parametrize(
    "part",
    [lambda x: (x, None), lambda x: (x, 5), lambda x: {"a": x}, lambda x: (), lambda x: x.argmax()],
)
def test_checkpoint_names_the_rule_for_other_results(part):
    with pytest.raises(TypeError, match="returns a tensor of floats, or a tuple or list of them"):
        tw.checkpoint(part, Tensor([1.0], requires_grad=True))

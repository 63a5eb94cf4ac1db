"""Gradients as results: of plain functions and of tensors; checkpoints."""

import weakref

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor
from tapewalk.engine.backward import behind
from tests.each import each
from tests.tapewalk.programs.compare import assert_lines_agree


def test_grad_of_a_plain_function():
    assert tw.grad(lambda x: x**3)(2.0) == 12.0
    assert type(tw.grad(lambda x: x**3)(2.0)) is np.float64
    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(tw.grad(lambda x: np.sum(np.sin(x) ** 2))(x), np.sin(2 * x))
    assert tw.grad(lambda x, y: x * y, 1)(2.0, 3.0) == 2.0
    assert tw.grad(lambda x, y: x * y, -1)(2.0, 3.0) == 2.0
    assert tw.grad(lambda x, y: x * y, (1, 0))(2.0, 3.0) == (2.0, 3.0)
    assert tw.value_and_grad(lambda x, y: x * y, (0, 1))(2.0, 3.0) == (6.0, (3.0, 2.0))
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
    assert tw.jacobian(lambda x, y: x * y, 1)(3.0, 5.0) == 3.0
    exact = tw.elementwise_grad(lambda a: a + np.sin(a) + np.cosh(a))(x)
    np.testing.assert_allclose(exact, 1 + np.cos(x) + np.sinh(x))
    assert tw.elementwise_grad(lambda a, b: a * b, 1)(0.9, x).shape == x.shape


def test_vector_valued_function_is_refused():
    with pytest.raises(TypeError, match=r"scalar-output functions: this one returned shape \(2,\)"):
        tw.grad(lambda x: x * 2)(np.ones(2))


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


@pytest.mark.parametrize("several", [False, True])
def test_checkpoint_runs_twice_and_saves_nothing(several):
    calls = []

    def part(t):
        calls.append(1)
        return (t.exp(), t.tanh().sin()) if several else t.exp().sin()

    x = Tensor(np.ones(10), requires_grad=True)
    made = tw.checkpoint(part, x)
    results = made if several else [made]
    assert {node.saved for node in behind([one.grad_fn for one in results])} == {None}
    sum(one.sum() for one in results).backward()
    assert len(calls) == 2
    with tw.no_grad():
        made = tw.checkpoint(part, x)
        assert not (made[0] if several else made).requires_grad


def test_checkpoint_as_in_hips():
    bar = lambda x, y: 2 * x + y + 5  # noqa: E731
    held = tw.checkpoint(bar)
    foo = lambda f: lambda x: f(x, x / 3.0) + f(x, x**2)  # noqa: E731
    assert foo(bar)(3.0) == foo(held)(3.0)
    assert tw.grad(foo(bar))(3.0) == tw.grad(foo(held))(3.0)


RESULTS = {
    "two": "(x * w).tanh(), (x.sum() * w).exp()",
    "a list of one": "[x * w * w]",
    "one that is not used": "x * w, x * 100, w.sum()",
    "two number types": "(x * w).double(), x + 1",
}


@each("name", RESULTS)
def test_checkpoint_of_several_results_as_in_pytorch(name):
    assert_lines_agree(
        "x = tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]], requires_grad=True)",
        "w = tensor([0.1, 0.2, 0.3], requires_grad=True)",
        f"results = checkpoint(lambda x, w: ({RESULTS[name]}), x, w)",
        "for i, result in enumerate(results):\n    globals()[f'r{i}'] = result",
        "(r0.sum() * 2 + (result * result).sum()).backward()",
        tolerance=1e-5,
    )


INNER = "inner = lambda s: (s * v).exp() * w"
GRADIENT_WITHIN = """\
def part(t):
    y = (t * w).exp()
    (slope,) = grad(y.sum(), [t], create_graph=True)
    return y + slope * v
"""
HOOKS_WITHIN = """\
def part(t):
    global h
    h = t * w
    h.register_hook(lambda g: g * 10)
    h.retain_grad()
    return h.exp()
"""
CHECKPOINTS = {
    "by what is not an argument": [
        "log.extend(grad(checkpoint(lambda t: (t * w).tanh(), x).sum(), [w]))",
    ],
    "by arguments and others": [
        "y = checkpoint(lambda t: t * w, x).sum()",
        "*slopes, unused = grad(y, [x, w, v], allow_unused=True)",
        "assert unused is None", "log.extend(slopes)",
    ],
    "with a way around": [
        "u = w * v", "(checkpoint(lambda t: (t * u).exp(), x) + u.exp()).sum().backward()",
    ],
    "without an argument that requires grad": [
        "checkpoint(lambda t: (t * w).exp(), x.detach()).sum().backward()",
    ],
    "one within another": [
        INNER, "checkpoint(lambda t: checkpoint(inner, t * 2).tanh() * v, x).sum().backward()",
    ],
    "one that returns another": [
        INNER, "outer = lambda t: checkpoint(lambda s: checkpoint(inner, s), t)",
        "checkpoint(outer, x).sum().backward()",
    ],
    "with a gradient within": [
        GRADIENT_WITHIN, "outer = lambda t: checkpoint(part, t).tanh()",
        "(checkpoint(part, x * 1) * checkpoint(outer, x * 2)).sum().backward()",
    ],
    "kept and run twice": [
        "y = checkpoint(lambda t: (t * w).tanh() * v, x).sum()", "y.backward(retain_graph=True)",
        "y.backward()",
    ],
    "with hooks and a kept gradient": [HOOKS_WITHIN, "checkpoint(part, x).sum().backward()"],
}  # fmt: skip


@each("name", CHECKPOINTS)
def test_gradients_through_a_checkpoint_equal_pytorch(name):
    numbers = {"x": [0.5, -1.0], "w": [2.0, 3.0], "v": [1.5, 0.5]}
    leaves = [f"{x} = tensor(np.float64({n}), requires_grad=True)" for x, n in numbers.items()]
    assert_lines_agree(*leaves, *CHECKPOINTS[name])


def test_checkpoint_with_overwritten_argument_raises():
    x = Tensor([1.0, 2.0], requires_grad=True)
    h = x * 1
    y = tw.checkpoint(lambda t: t.exp(), h)
    h.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_checkpoint_that_runs_differently_again_raises():
    x = Tensor([1.0], requires_grad=True)
    ways = iter([lambda t: t.exp(), lambda t: t.exp().sin()])
    y = tw.checkpoint(lambda t: next(ways)(t), x)
    with pytest.raises(RuntimeError, match=r"different operations .*\(2 of them, 1"):
        y.backward()


@pytest.mark.parametrize("several", [False, True])
def test_checkpoint_that_draws_other_numbers_raises(several):
    np.random.seed(0)

    def part(t):
        noisy = t.exp() * np.random.rand(100)
        return {"noisy": [noisy]} if several else noisy

    x = Tensor(np.ones(100), requires_grad=True)
    y = tw.checkpoint(part, x)
    with pytest.raises(RuntimeError, match=r"different numbers .* np\.random"):
        (y["noisy"][0] if several else y).sum().backward()


def test_checkpoint_notices_one_other_entry():
    chosen = iter([7, 9_999])

    def part(t):
        mask = np.ones(10_000)
        mask[next(chosen)] = 0
        return t * mask

    y = tw.checkpoint(part, Tensor(np.ones(10_000), requires_grad=True))
    with pytest.raises(RuntimeError, match="different numbers when backward ran it again"):
        y.sum().backward()


def test_checkpoint_holds_one_result_at_first():
    made, counts = [], []

    def part(h):
        for _ in range(5):
            h = h.tanh().exp()
            made.append(weakref.ref(h.data))
            counts.append(sum(one() is not None for one in made))
        return h

    assert tw.checkpoint(part, Tensor([0.5], requires_grad=True)).requires_grad
    assert counts == [1] * 5


def test_trace_of_a_checkpoint_changes_nothing():
    x, w = Tensor([0.5], requires_grad=True), Tensor([2.0], requires_grad=True)
    y = tw.checkpoint(lambda t: (t * w).exp(), x).sum()
    walk = tw.trace(y)
    assert [node["op"] for node in walk["nodes"]] == ["leaf", "leaf", "Mul", "Exp", "Sum"]
    assert x.grad is None and w.grad is None
    assert tw.inspect(y).saved.activations == 4
    y.backward()
    assert w.grad == pytest.approx(0.5 * np.e)


@pytest.mark.parametrize("result", [None, "text", 1j])
def test_function_without_a_number_is_refused(result):
    for transform in (tw.grad, tw.value_and_grad, tw.jacobian, tw.elementwise_grad):
        with pytest.raises(TypeError, match="Usually a return is missing"):
            transform(lambda x: result)(3.0)
    with pytest.raises(RuntimeError, match="to return"):
        torch.func.grad(lambda x: None)(torch.tensor(3.0))

"""Custom functions, and the checks of their gradients."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Function, Tensor


class StaticCube(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.save_for_backward(x)
        assert ctx.needs_input_grad[1] is False and not tw.is_grad_enabled()
        return scale * x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * ctx.scale * x**2 * grad, None


def test_static_functions_run_as_in_pytorch():
    x = Tensor([2.0], requires_grad=True)
    y = StaticCube.apply(x, 10.0)
    assert y.grad_fn.name() == "StaticCubeBackward"
    y.backward()
    assert x.grad.tolist() == [120.0]
    assert tw.gradcheck(lambda t: StaticCube.apply(t, 2.0), Tensor(np.ones(3), requires_grad=True))


def test_static_methods_can_be_inherited():
    class Rules:
        @staticmethod
        def forward(ctx, x):
            return 2 * x

        @staticmethod
        def backward(ctx, grad):
            return 2 * grad

    class Twice(Rules, Function):
        pass

    x = Tensor([2.0], requires_grad=True)
    Twice.apply(x).backward()
    assert x.grad.tolist() == [2.0]
    assert Twice.forward(None, 3) == 6  # as in PyTorch, through the class


def test_write_to_saved_array_is_caught():
    x = Tensor([2.0], requires_grad=True) * 1
    y = StaticCube.apply(x, 1.0)
    x.add_(1)
    with pytest.raises(RuntimeError, match="StaticCubeBackward saved, is at version 1"):
        y.backward()


def test_gradcheck_reports_the_first_wrong_entry():
    class Wrong(Function):
        def forward(self, x):
            self.save_for_backward(x)
            return x * x

        def backward(self, grad):
            (x,) = self.saved_tensors
            factor = np.array([2.0, 3.0])
            return factor * x * grad

    x = Tensor(np.array([1.0, 2.0]), requires_grad=True)
    with pytest.raises(
        AssertionError, match=r"input 1 at entry \(1,\): backward gives .*1 of 2 ent"
    ):
        tw.gradcheck(lambda k, t: Wrong.apply(t) * k, (2.0, x))
    assert tw.gradcheck(Wrong.apply, x, raise_exception=False) is False
    assert tw.gradcheck(lambda t: (t.exp(), t.sin()), x)
    assert tw.gradcheck(lambda t: t.detach() * 0, x)
    with pytest.raises(TypeError, match="gradcheck needs float64, got float32"):
        tw.gradcheck(lambda t: t, Tensor([1.0], requires_grad=True))
    with pytest.raises(TypeError, match="at least one input with requires_grad=True"):
        tw.gradcheck(lambda t: t, Tensor([1.0]))


def test_gradcheck_finds_a_forgotten_path():
    x = Tensor(np.array([1.0, 2.0]), requires_grad=True)
    with pytest.raises(AssertionError, match="a path was forgotten"):
        tw.gradcheck(lambda t: t * t.detach(), x)


def test_compare(capsys):
    a = np.array([1.0, 2.0])
    outcome = tw.compare("dW", a, torch.tensor([1.0, 2.0 + 1e-7], dtype=torch.float64))
    assert (outcome.exact, outcome.close) == (False, True)
    assert outcome.max_difference == pytest.approx(1e-7, rel=1e-3)
    assert capsys.readouterr().out == (
        "dW              | exact: False | close: True  | max difference: 1e−7\n"
    )
    assert tw.compare("x", Tensor(a), a, show=False) == ("x", True, True, 0.0)
    assert capsys.readouterr().out == ""
    with pytest.raises(ValueError, match=r"dW: shapes differ, \(2,\) and \(1,\)"):
        tw.compare("dW", a, a[:1])
    with pytest.raises(TypeError, match=r"Usually backward\(\) has not run"):
        tw.compare("dW", a, None)


def in_both(make, use, *arrays):
    """Return the gradients of a function written once, equal in both libraries."""
    outcomes = []
    for base, tensor in ((Function, Tensor), (torch.autograd.Function, torch.tensor)):
        leaves = [tensor(np.array(a), requires_grad=True) for a in arrays]
        used = use(make(base), *leaves)
        used.backward()
        grads = [None if x.grad is None else np.asarray(x.grad).tolist() for x in leaves]
        outcomes.append((used.item(), grads))
    (value, mine), (other, theirs) = outcomes
    assert (value, mine) == (pytest.approx(other), theirs)
    return mine


def parted(base):
    class Parted(base):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            ctx.count = 2
            return x * y, x.clamp(min=0).sum(), "a note", (x > 0)

        @staticmethod
        def backward(ctx, by_product, by_sum, *rest):
            assert by_product.shape == (2,) and by_sum.shape == () and len(rest) == ctx.count
            x, y = ctx.saved_tensors
            return by_product * y + by_sum * (x > 0), by_product.mul(x)

    return Parted


def test_several_results_each_send_their_gradient():
    x, y = [1.0, -2.0], [3.0, 4.0]
    for use in (
        lambda a, b, *_: (a * a).sum() + b * b + (a * b).sum(),
        lambda a, b, *_: a.sum(),
        lambda a, b, *_: b * 1,
        lambda a, b, *_: (a.exp() * a).sum(),
    ):
        in_both(parted, lambda f, x, y, use=use: use(*f.apply(x, y)), x, y)
    product, total, note, above = parted(Function).apply(Tensor(x, requires_grad=True), Tensor(y))
    assert note == "a note" and above.tolist() == [True, False] and not above.requires_grad
    assert (product.grad_fn.name(), total.grad_fn.name()) == ("OutputBackward",) * 2


def test_non_differentiable_results_send_no_gradient():
    def make(base):
        class Largest(base):
            @staticmethod
            def forward(ctx, x):
                ctx.set_materialize_grads(False)
                value, position = x.max(0)
                half = x / 2
                ctx.mark_non_differentiable(half)
                ctx.at = position.item()
                ctx.length = x.shape[0]
                return value, position, half, x * 3

            @staticmethod
            def backward(ctx, by_value, by_position, by_half, by_three):
                assert by_position is None and by_half is None and by_three is None
                grad = [0.0] * ctx.length
                grad[ctx.at] = by_value.item()
                return type(by_value)(grad) if base is Function else torch.tensor(grad).double()

        return Largest

    def use(f, x):
        value, position, half, _ = f.apply(x)
        assert not half.requires_grad and not position.requires_grad
        return value * 5 + half.sum()

    assert in_both(make, use, [1.0, 4.0, 2.0]) == [[0.0, 5.0, 0.0]]


def test_setup_context_is_called():
    def make(base):
        class Scaled(base):
            @staticmethod
            def forward(x, factor):
                return x * factor

            @staticmethod
            def setup_context(ctx, inputs, output):
                x, ctx.factor = inputs
                ctx.save_for_backward(output)
                ctx.keeps = output.shape == x.shape

            @staticmethod
            def backward(ctx, grad):
                (y,) = ctx.saved_tensors
                assert ctx.keeps and y.shape == grad.shape
                return grad * ctx.factor, None

        return Scaled

    assert in_both(make, lambda f, x: f.apply(x, 3.0).sum(), [1.0, 2.0]) == [[3.0, 3.0]]


def doubling(base):
    class Doubled(base):
        @staticmethod
        def forward(ctx, x):
            x.mul_(2)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    return Doubled


def test_dirty_operand_is_the_result():
    def on_result(f, x):
        h = x * 3
        y = f.apply(h)
        assert y is h
        return (h * y).sum()

    def on_view(f, x):
        h = x * 3
        f.apply(h[1:])
        return (h * h).sum()

    def before(f, x):
        h = x * 3
        k = h + 1
        f.apply(h)
        return (h * k).sum()

    for use in (on_result, on_view, before):
        in_both(doubling, use, [1.0, 2.0, 3.0])
    with tw.no_grad():
        x = tw.ones(2, requires_grad=True)
        assert doubling(Function).apply(x) is x and x.tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used"):
        doubling(Function).apply(x)
    h = x * 3
    square = h * h
    doubling(Function).apply(h)
    with pytest.raises(RuntimeError, match="MulBackward saved, is at version"):
        square.sum().backward()

    class Forgets(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x + 1

    class OnArrays(Function):
        def forward(self, x):
            self.mark_dirty(x)
            return x

    with pytest.raises(RuntimeError, match=r"an operand of shape \(2,\) as dirty and does not"):
        Forgets.apply(x * 1)
    with pytest.raises(TypeError, match="mark_dirty takes tensors"):
        OnArrays.apply(x * 1)


class HalfAndSquare(Function):
    def forward(self, x):
        self.save_for_backward(x)
        return x / 2, x * x

    def backward(self, by_half, by_square):
        (x,) = self.saved_tensors
        return by_half / 2 + by_square * 2 * x


def test_several_results_work_with_all_tools():
    def loss(x):
        half, square = HalfAndSquare.apply(x)
        return (half * square).sum() + half.sum()

    x = Tensor(np.array([1.0, 2.0]), requires_grad=True)
    assert tw.gradcheck(loss, x) and tw.gradcheck(lambda t: tw.checkpoint(loss, t), x)
    y = Tensor(np.array([3.0, -1.0]), requires_grad=True)
    assert tw.gradgradcheck(loss, x)
    assert tw.gradgradcheck(
        lambda a, b: (lambda f: f[0].sum() * f[1])(parted(Function).apply(a, b)), (x, y)
    )
    assert tw.gradgradcheck(lambda a: doubling(Function).apply(a * a).sin(), (x,))
    half, square = HalfAndSquare.apply(x)
    seen = []
    square.register_hook(lambda g: seen.append(g.tolist()))
    half.retain_grad()
    with tw.detect_anomaly():
        (half * square).sum().backward()
    assert seen == [[0.5, 1.0]] and half.grad.tolist() == [1.0, 4.0]
    assert x.grad.tolist() == [1.5, 6.0]
    assert tw.grad((HalfAndSquare.apply(x)[1] * 3).sum(), x)[0].tolist() == [6.0, 12.0]
    for traced in (tw.trace(loss(x)), tw.trace(lambda: loss(x))):
        tw.validate(traced)
        assert [n["op"] for n in traced["nodes"]][1:4] == ["HalfAndSquare", "Output", "Output"]
        assert traced["grads"]["0"]["values"] == [2.0, 6.5]
        results = [edge.get("result", 0) for edge in traced["edges"] if edge["from"] == 1]
        assert results == [0, 1]
    assert [node.op for node in tw.walk(loss(x))][-2:] == ["HalfAndSquare", "AccumulateGrad"]

    class TooFew(HalfAndSquare):
        def backward(self, by_half, by_square):
            return ()

    with pytest.raises(RuntimeError, match="incorrect number of gradients"):
        TooFew.apply(x)[0].sum().backward()

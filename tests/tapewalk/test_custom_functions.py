"""Functions that users write, and the checks that hold them to account."""

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
        assert ctx.needs_input_grad == (tw.is_grad_enabled(), False)
        return scale * x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * ctx.scale * x**2 * grad, None


def test_functions_may_be_written_as_in_pytorch():
    x = Tensor([2.0], requires_grad=True)
    y = StaticCube.apply(x, 10.0)
    assert y.grad_fn.name() == "StaticCubeBackward"
    y.backward()
    assert x.grad.tolist() == [120.0]
    assert tw.gradcheck(lambda t: StaticCube.apply(t, 2.0), Tensor(np.ones(3), requires_grad=True))


def test_static_methods_may_come_from_another_class():
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


def test_a_changed_array_that_a_custom_function_saved_is_caught():
    x = Tensor([2.0], requires_grad=True) * 1
    y = StaticCube.apply(x, 1.0)
    x.add_(1)
    with pytest.raises(RuntimeError, match="StaticCubeBackward saved, is at version 1"):
        y.backward()


def test_a_function_may_return_its_input():
    class Same(Function):
        def forward(self, x):
            return x

        def backward(self, grad):
            return grad

    x = Tensor([2.0], requires_grad=True)
    (Same.apply(x) * 3).backward()
    assert x.grad.tolist() == [3.0]


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
        AssertionError, match=r"input 1 at entry \(1,\): backward says .*1 of 2 ent"
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
        "dW              | exact: False | close: True  | max difference: 1e-07\n"
    )
    assert tw.compare("x", Tensor(a), a, show=False) == ("x", True, True, 0.0)
    assert capsys.readouterr().out == ""
    with pytest.raises(ValueError, match=r"dW: shapes differ, \(2,\) and \(1,\)"):
        tw.compare("dW", a, a[:1])
    with pytest.raises(TypeError, match=r"Usually backward\(\) has not run"):
        tw.compare("dW", a, None)

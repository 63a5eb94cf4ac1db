"""Derivatives of derivatives of `Value`, and forward mode, against PyTorch."""

import math

import pytest
import torch
from hypothesis import given

import tapewalk as tw
from tapewalk import Dual, Value
from tests.tapewalk.programs.language import TORCH_SCALARS, VALUES, run
from tests.tapewalk.programs.scalars import programs
from tests.tapewalk.programs.strategies import drawing

FUNCTIONS = {
    "add": lambda x: x + x * x, "radd": lambda x: 2 + x * x, "sub": lambda x: x * x - x * 3,
    "rsub": lambda x: 1 - x * x, "number": lambda x: x * x - 1, "mul": lambda x: x * x * x,
    "rmul": lambda x: 3 * x * x, "div": lambda x: x / (x * x + 1),
    "quarter": lambda x: x * x / 4, "rdiv": lambda x: 2 / x, "pow": lambda x: x**3,
    "root": lambda x: x**0.5, "flat": lambda x: x**0,
    "rpow": lambda x: 2**x, "of itself": lambda x: x**x, "neg": lambda x: -(x**4),
    "exp": lambda x: x.exp(), "log": lambda x: x.log(), "sqrt": lambda x: x.sqrt(),
    "sinh": lambda x: x.sinh(), "tanh": lambda x: x.tanh(), "sigmoid": lambda x: x.sigmoid(),
    "relu": lambda x: (x * x).relu(), "off": lambda x: (-x).relu() + x * x,
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_four_orders_as_in_pytorch(name):
    function = FUNCTIONS[name]
    x, t = Value(0.7), torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
    y, u = function(x), function(t)
    for _ in range(4):
        assert y.data == pytest.approx(float(u.detach()), rel=1e-12, abs=1e-12)
        (y,) = tw.grad(y, x, create_graph=True)
        if not u.requires_grad:
            assert y.data == 0.0
            return
        (u,) = torch.autograd.grad(u, t, create_graph=True)
    assert x.grad == 0.0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_forward_mode_is_backward_mode(name):
    function, x = FUNCTIONS[name], Value(0.7)
    y = function(x)
    y.backward()
    forward = function(Dual(0.7, rate=1.0))
    assert forward.data == y.data and forward.rate == pytest.approx(x.grad, rel=1e-14)


def test_forward_mode_along_a_direction():
    x, y = Dual(2.0, 1.0), Dual(3.0, 10.0)
    assert (x * y).rate == 1.0 * 3.0 + 2.0 * 10.0
    assert (5 - x / y).rate == pytest.approx(-(1 / 3 - 2 * 10 / 9))
    assert repr(Dual(2.0) + 1) == "Dual(data=3.0, rate=0.0)"
    with pytest.raises(TypeError, match="a real number"):
        x + "1"


def test_gradients_with_respect_to_inner_values():
    x, y = Value(2.0), Value(5.0)
    h = x * y
    z = h * h
    assert tw.grad(z, h) == (20.0,)
    assert tw.grad(z, [x, y], 3.0) == (3 * 2 * 10 * 5.0, 3 * 2 * 10 * 2.0)
    (by_h,) = tw.grad(z, h, create_graph=True)
    assert tw.grad(by_h, x) == (10.0,)  # 2 h = 2 x y
    assert tw.grad(z, Value(1.0)) == (0.0,)
    (unused,) = tw.grad(z, Value(1.0), create_graph=True)
    assert unused.data == 0.0
    with pytest.raises(ValueError, match="depends on another"):
        tw.grad(z, [h, x])


def test_second_order_of_long_tape_needs_no_recursion():
    x = Value(1.0)
    y = x
    for _ in range(3000):
        y = y * 1.0001
    (slope,) = tw.grad(y * y, x, create_graph=True)
    assert tw.grad(slope, x)[0] == pytest.approx(2 * 1.0001**6000)


def test_second_order_without_real_result_is_refused():
    x, y = Value(-8.0), Value(2.0)
    (slope,) = tw.grad(x**y, x, create_graph=True)  # y x ** (y - 1)
    assert slope.data == -16.0
    for refused in (lambda: Value(-8.0) ** Value(1 / 3), lambda: Dual(-8.0) ** 0.5):
        with pytest.raises(ValueError, match="a negative base needs a whole exponent"):
            refused()


def test_values_compare_by_their_numbers():
    a, b = Value(1.0), Value(2.0)
    assert a < b and a <= 1.0 and b > a and b >= 2 and not a > 1.5
    assert not Value(math.nan) <= 0.0


def _values(names):
    return [value for value in names.values() if isinstance(value, Value)]


def test_mixed_derivative_of_power_at_exponent_zero():
    x, y = Value(0.5), Value(0.0)
    (by_base,) = tw.grad(x**y, x, create_graph=True)
    assert tw.grad(by_base, y) == (1 / 0.5,)
    a, b = (tw.Tensor([number], requires_grad=True) for number in (0.5, 0.0))
    (by_base,) = tw.grad((a**b).sum(), a, create_graph=True)
    assert tw.grad(by_base.sum(), b)[0].tolist() == [1 / 0.5]


@drawing(300)
@given(programs())
def test_second_order_of_programs_over_values_equals_pytorch(program):
    ours, theirs = run(program, VALUES).names, run(program, TORCH_SCALARS).names
    leaves = [name for name in theirs if name[0] == "x"]
    last = max((n for n in theirs if n[0] == "t" and n[1:].isdigit()), key=lambda n: int(n[1:]))
    x, t = [ours[name] for name in leaves], [theirs[name] for name in leaves]
    # At exponent 0 PyTorch cuts the slope by the base off, and its derivative by the exponent.
    flat = any(
        v.op == "pow" and v.constant is None and not v.parents[1].data for v in _values(ours)
    )
    if flat or not theirs[last].requires_grad:
        return
    first = tw.grad(ours[last], x, create_graph=True)
    other = torch.autograd.grad(theirs[last], t, create_graph=True, materialize_grads=True)
    mine = tw.grad(sum(g * (i + 1) for i, g in enumerate(first)), x)
    total = sum(g * (i + 1) for i, g in enumerate(other))
    seconds = [torch.zeros(())] * len(t)
    if total.requires_grad:
        seconds = torch.autograd.grad(total, t, materialize_grads=True)
    numbers = [float(g.detach()) for g in (*other, *seconds)]
    size = max(1.0, *map(abs, numbers))
    for a, b in zip((*[g.data for g in first], *mine), numbers, strict=True):
        assert a == pytest.approx(b, rel=1e-7, abs=1e-9 * size), program.script(VALUES)

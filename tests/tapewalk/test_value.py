"""`Value` against two oracles: PyTorch in float64, and central differences."""

import copy
import gc
import math
import pickle
from itertools import product

import numpy as np
import pytest
import torch

from tapewalk import Value
from tests.each import each

DEFINED_EVERYWHERE = {
    "neg": (lambda v: -v, lambda v: -v),
    "exp": (Value.exp, torch.exp),
    "tanh": (Value.tanh, torch.tanh),
    "relu": (Value.relu, torch.relu),
    "sigmoid": (Value.sigmoid, torch.sigmoid),
    "square": (lambda v: v**2, lambda v: v**2),
    "to the 0": (lambda v: v**0, lambda v: v**0),
}
CORNERS = (0.0, -0.7, -800.0, 800.0, math.inf, -math.inf, math.nan)
BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
}


def leaves(*numbers):
    ours = [Value(number) for number in numbers]
    theirs = [torch.tensor(float(n), dtype=torch.float64, requires_grad=True) for n in numbers]
    return ours, theirs


def assert_same(ours, theirs, root, their_root):
    root.backward()
    their_root.backward()
    assert root.data == pytest.approx(their_root.item(), rel=1e-12, nan_ok=True)
    for mine, other in zip(ours, theirs, strict=True):
        expected = 0.0 if other.grad is None else other.grad.item()  # None: it was not used
        assert mine.grad == pytest.approx(expected, rel=1e-12, abs=1e-300, nan_ok=True)


@each("name, number", product(DEFINED_EVERYWHERE, CORNERS))
def test_corners_of_unary_operations_equal_pytorch(name, number):
    ours, theirs = leaves(number)
    f, g = DEFINED_EVERYWHERE[name]
    assert_same(ours, theirs, f(ours[0]), g(theirs[0]))


@each("name, number", product(BINARY, [2, 0.5, -3, np.float32(1.5), np.int64(2), True]))
def test_plain_numbers_work_on_either_side(name, number):
    f = BINARY[name]
    for swap in (False, True):
        if name == "**" and swap and number == -3:
            continue  # a negative base with a fractional exponent: an error, tested below
        ours, theirs = leaves(1.7)
        plain = float(number)
        mine = f(number, ours[0]) if swap else f(ours[0], number)
        other = f(plain, theirs[0]) if swap else f(theirs[0], plain)
        assert isinstance(mine, Value)
        assert_same(ours, theirs, mine, other)


def test_corners_of_powers_equal_pytorch():
    for base, exponent in [(0.0, 0.0), (0.0, 0.5), (0.0, 2.0), (-2.0, 3.0), (-1e200, 3.0)]:
        ours, theirs = leaves(base)
        assert_same(ours, theirs, ours[0] ** exponent, theirs[0] ** exponent)


def test_sum_of_a_generator_begins_with_a_value():
    values, bias = [Value(number) for number in (1.0, -2.0, 4.0)], Value(0.5)
    sum((value * 2 for value in values), bias).backward()
    assert [value.grad for value in (*values, bias)] == [2.0, 2.0, 2.0, 1.0]


def test_parents_are_ordered_and_keep_duplicates():
    a, b = Value(2.0), Value(3.0)
    assert (a * a).parents == (a, a)
    assert (a - b).parents == (a, b)
    assert (a - b).local_gradients == (1.0, -1.0)
    assert (3 * a).parents == (a,) and (3 * a).constant == 3.0
    assert a.parents == () and a.local_gradients == ()


def test_second_backward_accumulates_at_leaves_only():
    a, b = Value(2.0), Value(3.0)
    c = (a + b) * b
    c.backward()
    c.backward()
    assert (a.grad, b.grad) == (6.0, 16.0)  # not 9 and 19


def test_backward_of_a_leaf_and_with_a_gradient():
    x = Value(2.0)
    x.backward()
    (x * x).backward(0.5)
    assert x.grad == 1.0 + 0.5 * 4.0


def test_diamonds_visit_each_node_once():
    x = y = Value(1.0)
    for _ in range(60):
        y = y + y
    y.backward()
    assert x.grad == 2.0**60


def test_deep_chain_needs_no_recursion():
    x = y = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    assert x.grad == 20_001.0


def test_graph_holds_no_reference_cycle():
    gc.collect()
    gc.disable()
    try:
        alive = sum(type(thing) is Value for thing in gc.get_objects())
        x = Value(0.5)
        loss = sum(((x * k).tanh() for k in range(100)), Value(0.0)) ** 2
        loss.backward()
        del x, loss
        assert sum(type(thing) is Value for thing in gc.get_objects()) == alive
    finally:
        gc.enable()


USES = {
    "Value(w)": Value,
    "+ w": lambda w: Value(1.0) + w,
    "w -": lambda w: w - Value(1.0),
    "* w": lambda w: Value(1.0) * w,
    "w /": lambda w: w / Value(1.0),
    "** w": lambda w: Value(1.0) ** w,
    "w **": lambda w: w ** Value(1.0),
    "backward(w)": lambda w: Value(1.0).backward(w),
}


@each("use, wrong", product(USES, ["2", None, [1.0], 1j, np.array([1.0, 2.0])]))
def test_operand_that_is_not_real_is_refused(use, wrong):
    with pytest.raises(TypeError, match=r"a real number, got .* of type"):
        USES[use](wrong)


@pytest.mark.parametrize(
    ("use", "error", "text"),
    [
        (lambda: Value(-1.0).log(), ValueError, "log needs a positive number, got -1.0"),
        (lambda: Value(0.0).log(), ValueError, "log needs a positive number, got 0.0"),
        (lambda: Value(-4.0).sqrt(), ValueError, "sqrt needs .* got -4.0"),
        (lambda: Value(0.0) ** -1, ZeroDivisionError, r"0 to a negative power: 0.0 \*\* -1.0"),
        (lambda: 0 ** Value(-2.0), ZeroDivisionError, r"0 to a negative power: 0.0 \*\* -2.0"),
        (lambda: Value(-8.0) ** (1 / 3), ValueError, "a negative base needs a whole exponent"),
        (lambda: Value(3.0) / 0, ZeroDivisionError, "division by zero: 3.0 / 0.0"),
        (lambda: Value(3.0) / Value(0.0), ZeroDivisionError, "division by zero"),
        (lambda: 1 / Value(0.0), ZeroDivisionError, "division by zero: 1.0 / 0.0"),
    ],
)
def test_operation_without_real_result_is_refused(use, error, text):
    with pytest.raises(error, match=text):
        use()


def test_repr_shows_number_gradient_and_label():
    assert repr(Value(2, label="x")) == "Value(data=2.0, grad=0.0, label='x')"
    assert repr(Value(2)) == "Value(data=2.0, grad=0.0)"


def test_infinite_gradient_at_relu_of_zero_is_nan():
    x = Value(0.0)
    x.relu().sqrt().backward()
    assert math.isnan(x.grad)  # as the docstring of relu says; PyTorch selects:
    t = torch.zeros((), requires_grad=True)
    t.relu().sqrt().backward()
    assert t.grad == 0.0


@pytest.mark.parametrize(
    ("copied", "depth"),
    [(lambda both: pickle.loads(pickle.dumps(both)), 100_000), (copy.deepcopy, 2000)],
    ids=["pickle", "deepcopy"],
)
def test_deep_graph_can_be_copied(copied, depth):
    x = Value(1.5, label="x")
    y = x
    for _ in range(depth // 2):
        y = y * 1.0 + x
    y.backward()
    twin, leaf = copied([y, x])
    assert (twin.data, leaf.label, leaf.grad) == (y.data, "x", x.grad)
    leaf.grad = 0.0
    twin.backward()
    assert leaf.grad == x.grad, "the copy of x is the leaf of the copy"


def test_values_in_one_pickle_stay_one_graph():
    x, w = Value(2.0), Value(3.0)
    h = x * w
    a, b = h + x, (h * 2).tanh()
    for order in ([x, a, b, h, w], [b, h, a, w, x], [a, b, w, x, h]):
        twins = pickle.loads(pickle.dumps(order))
        found = dict(zip(map(id, order), twins, strict=True))
        assert found[id(a)].parents == (found[id(h)], found[id(x)])
        assert found[id(h)].parents == (found[id(x)], found[id(w)])
        found[id(b)].backward()
        found[id(a)].backward()
        assert found[id(x)].grad == pytest.approx(3.0 * 2 * (1 - b.data**2) + 4.0)
    shallow = copy.copy(a)
    assert shallow is not a and shallow.parents == (h, x)

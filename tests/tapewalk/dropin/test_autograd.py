"""Code written for HIPS autograd: derivatives of plain functions that call NumPy."""

import numpy as np
import pytest
import torch

from tapewalk import elementwise_grad, grad, jacobian, value_and_grad

RNG = np.random.default_rng(3)


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2.0) + 1)


def test_the_gradient_of_a_function_of_a_number_is_a_number():
    slope = grad(lambda x: (1.0 - np.exp(-2.0 * x)) / (1.0 + np.exp(-2.0 * x)))
    result = slope(1.0)
    assert isinstance(result, float)
    assert result == pytest.approx(1 - np.tanh(1.0) ** 2, rel=1e-12)


def test_control_flow_is_ordinary_python():
    def power(x, n):
        result = 1.0
        for _ in range(n):
            result = result * x
        return result if n % 2 else -result

    assert grad(power)(2.0, 3) == 12.0
    assert grad(power)(2.0, 4) == -32.0


def test_a_series_computed_in_a_loop():
    def sine(x):
        term = total = x
        i = 0
        while np.abs(term) > 1e-12:
            term = -term * x * x / ((2 * i + 3) * (2 * i + 2))
            total = total + term
            i += 1
        return total

    assert grad(sine)(1.3) == pytest.approx(np.cos(1.3), rel=1e-9)


@pytest.mark.parametrize("argnum", [0, 1, 2, -1])
def test_argnum_chooses_one_argument(argnum):
    def f(a, b, c):
        return a * b**2 + np.sin(c) * b

    a, b, c = 0.5, -1.5, 2.0
    expected = (b**2, 2 * a * b + np.sin(c), np.cos(c) * b)[argnum]
    assert grad(f, argnum)(a, b, c) == pytest.approx(expected, rel=1e-12)


def test_a_tuple_of_argnums_gives_a_tuple_and_keeps_its_order():
    def f(a, b, c):
        return np.sum(a * b) + c

    a, b = RNG.standard_normal(3), RNG.standard_normal(3)
    by_c, by_a = grad(f, (2, 0))(a, b, 1.0)
    assert by_c == 1.0 and np.array_equal(by_a, b)
    value, (by_a, by_b) = value_and_grad(f, (0, 1))(a, b, 1.0)
    assert value == pytest.approx(np.sum(a * b) + 1)
    assert np.array_equal(by_a, b) and np.array_equal(by_b, a)


def test_keyword_arguments_pass_through():
    def f(x, scale=1.0, *, shift=0.0):
        return scale * x**2 + shift

    assert value_and_grad(f)(3.0, scale=2.0, shift=1.0) == (19.0, 12.0)


def test_the_arguments_are_left_as_they_were():
    x = np.array([1.0, 2.0])
    result = grad(lambda x: np.sum(x * x))(x)
    result[0] = 100.0
    assert x.tolist() == [1.0, 2.0]


def test_a_logistic_regression_by_gradient_descent():
    inputs = np.array(
        [[0.52, 1.12, 0.77], [0.88, -1.08, 0.15], [0.52, 0.06, -1.3], [0.74, -2.49, 1.39]]
    )
    targets = np.array([True, True, False, True])

    def loss(weights):
        p = sigmoid(np.dot(inputs, weights))
        return -np.sum(np.log(p * targets + (1 - p) * (1 - targets)))

    weights, slope = np.zeros(3), grad(loss)
    before = loss(weights)
    for _ in range(100):
        weights -= slope(weights) * 0.1
    assert loss(weights) < 0.4 * before
    assert type(slope(weights)) is np.ndarray


def test_the_jacobian_has_the_shape_of_the_value_and_then_of_the_argument():
    x = RNG.standard_normal((2, 3))

    def f(x):
        return np.matmul(np.sin(x).T, x)

    result = jacobian(f)(x)
    expected = torch.autograd.functional.jacobian(
        lambda x: torch.sin(x).T @ x, torch.tensor(x)
    ).numpy()
    assert result.shape == (3, 3, 2, 3)
    np.testing.assert_allclose(result, expected, rtol=1e-12)


def test_the_jacobian_of_a_number_is_the_gradient_and_argnum_counts():
    x, y = RNG.standard_normal(4), RNG.standard_normal(4)
    np.testing.assert_allclose(jacobian(lambda x: np.sum(x**2))(x), 2 * x)
    np.testing.assert_allclose(jacobian(lambda x, y: x * y**2, 1)(x, y), np.diag(2 * x * y))


def test_elementwise_grad_works_entry_by_entry():
    x = np.linspace(-3, 3, 50).reshape(5, 10)
    np.testing.assert_allclose(elementwise_grad(np.tanh)(x), 1 - np.tanh(x) ** 2, atol=1e-15)


def test_a_function_that_ignores_its_argument_has_gradient_zero():
    assert grad(lambda x: 3.0)(1.0) == 0.0
    assert grad(lambda x, y: np.sum(y))(np.ones(2), np.ones(2)).tolist() == [0.0, 0.0]


def test_a_function_without_a_single_result_is_refused():
    with pytest.raises(TypeError, match="scalar-output functions"):
        grad(lambda x: x * np.ones(3))(1.0)


def test_higher_orders():
    function = np.sin
    for order in range(1, 5):
        function = grad(function)
        assert function(1.0) == pytest.approx(np.sin(1.0 + order * np.pi / 2))


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("concatenate", lambda np, x: np.concatenate((x, x * 2), axis=1)),
        ("stack", lambda np, x: np.stack([x, np.cos(x)], axis=-1)),
        ("where", lambda np, x: np.where(x > 0, x, x * x)),
        ("maximum", lambda np, x: np.maximum(x, 0.3)),
        ("max", lambda np, x: np.max(x, axis=1, keepdims=True)),
        ("mean", lambda np, x: np.mean(x, axis=(0, 1))),
        ("var", lambda np, x: np.var(x, axis=0)),
        ("std", lambda np, x: np.std(x)),
        ("reshape", lambda np, x: np.reshape(x, (-1, 1))),
        ("transpose", lambda np, x: np.transpose(x)),
        ("swapaxes", lambda np, x: np.swapaxes(x, 0, 1)),
        ("expand_dims", lambda np, x: np.expand_dims(x, 0) * np.ones((2, 3, 4))),
        ("dot", lambda np, x: np.dot(x, np.arange(4.0))),
        ("power", lambda np, x: np.power(x * x + 1, 1.5)),
        ("clip", lambda np, x: np.clip(x, -0.5, 0.5)),
        ("logaddexp by hand", lambda np, x: np.log(np.sum(np.exp(x - np.max(x))))),
        ("array on the left", lambda np, x: np.arange(12.0).reshape(3, 4) - x / 2),
        ("indexing", lambda np, x: x[[0, 0, 2]][:, ::2]),
        ("ravel", lambda np, x: np.ravel(x)[1:]),
        ("abs and square", lambda np, x: np.abs(x) + np.square(x)),
    ],
)
def test_numpys_functions_by_central_differences(name, call):
    x = RNG.standard_normal((3, 4))
    weights = np.linspace(0.5, 1.5, np.size(call(np, x))).reshape(np.shape(call(np, x)))

    def f(x):
        return np.sum(call(np, x) * weights)

    numeric = np.zeros_like(x)
    for place in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[place] = 1e-6
        numeric[place] = (f(x + step) - f(x - step)) / 2e-6
    np.testing.assert_allclose(grad(f)(x), numeric, rtol=1e-5, atol=1e-7, err_msg=name)

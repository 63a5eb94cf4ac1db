"""Code written for HIPS autograd: derivatives of plain functions that call NumPy."""

import numpy as np
import pytest

from tapewalk import grad

RNG = np.random.default_rng(3)


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2.0) + 1)


def test_control_flow_is_ordinary_python():
    def power(x, n):
        result = 1.0
        for _ in range(n):
            result = result * x
        return result if n % 2 else -result

    assert grad(power)(2.0, 3) == 12.0
    assert grad(power)(2.0, 4) == -32.0


def test_series_computed_in_a_loop():
    def sine(x):
        term = total = x
        i = 0
        while np.abs(term) > 1e-12:
            term = -term * x * x / ((2 * i + 3) * (2 * i + 2))
            total = total + term
            i += 1
        return total

    assert grad(sine)(1.3) == pytest.approx(np.cos(1.3), rel=1e-9)


def test_arguments_stay_unchanged():
    x = np.array([1.0, 2.0])
    result = grad(lambda x: np.sum(x * x))(x)
    result[0] = 100.0
    assert x.tolist() == [1.0, 2.0]


def test_logistic_regression_by_gradient_descent():
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


def test_higher_orders():
    function = np.sin
    for order in range(1, 5):
        function = grad(function)
        assert function(1.0) == pytest.approx(np.sin(1.0 + order * np.pi / 2))

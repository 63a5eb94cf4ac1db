"""01.1: the reference, and what learners write instead."""

import math

from tapewalk_course.solutions.module_01 import sigmoid_slope, tanh_slope


def _tanh(formula):
    return lambda x: formula(x, math.tanh(x)), sigmoid_slope


def _sigmoid(formula):
    return tanh_slope, lambda x: formula(x, 1 / (1 + math.exp(-x)))


REFERENCE = (tanh_slope, sigmoid_slope)
WRONG = [
    ("tanh_twice", (tanh_slope, tanh_slope)),
    ("sigmoid_twice", (sigmoid_slope, sigmoid_slope)),
    ("swapped", (sigmoid_slope, tanh_slope)),
    ("tanh_result", _tanh(lambda x, t: t)),
    ("tanh_operand", _tanh(lambda x, t: 1 - x**2)),
    ("tanh_square", _tanh(lambda x, t: 1 - t)),
    ("tanh_sign", _tanh(lambda x, t: 1 + t**2)),
    ("tanh_apart", _tanh(lambda x, t: (1 - t) ** 2)),
    ("tanh_as_sigmoid", _tanh(lambda x, t: t * (1 - t))),
    ("sigmoid_result", _sigmoid(lambda x, s: s)),
    ("sigmoid_operand", _sigmoid(lambda x, s: x * (1 - x))),
    ("sigmoid_factor", _sigmoid(lambda x, s: 1 - s)),
    ("sigmoid_as_tanh", _sigmoid(lambda x, s: 1 - s**2)),
    ("tanh_root", _tanh(lambda x, t: 1 / math.cosh(x))),
    ("sigmoid_mixed", _sigmoid(lambda x, s: s * (1 - x))),
    ("sigmoid_sign", _sigmoid(lambda x, s: s * s - s)),
    ("double", _tanh(lambda x, t: 2 - 2 * t * t)),
    ("double", _sigmoid(lambda x, s: 2 * s * (1 - s))),
    # Two mistakes at once: the first is said, the second comes when that one is mended.
    ("tanh_operand", (lambda x: 1 - x * x, lambda x: x)),
]
GENERIC = [
    # Right for the example of the page only.
    ("constant", (lambda x: 0.41997, lambda x: 0.41997)),
    ("none", (lambda x: None, sigmoid_slope)),
    ("type", (lambda x: f"{1 - math.tanh(x) ** 2}", sigmoid_slope)),
    ("raised", (lambda x: 1 / 0, sigmoid_slope)),
    ("nan", (lambda x: math.nan, sigmoid_slope)),
    ("handed", (tanh_slope,)),
    ("uncalled", (tanh_slope(0.5), sigmoid_slope)),
]

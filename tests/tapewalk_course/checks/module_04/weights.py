"""04.5: the reference, and what learners write instead."""

from math import ceil, isqrt, sqrt

import numpy as np

from tapewalk_course.solutions.module_04 import longest, weights_bytes

REFERENCE = (weights_bytes, longest)
ALSO_RIGHT = [
    (weights_bytes, lambda b, h, size, budget: int(sqrt(budget / (b * h * size)))),
    (weights_bytes, lambda b, h, size, budget: np.floor(np.sqrt(budget / (b * h * size)))),
]
WRONG = [
    ("numbers", (lambda b, h, s, width, size: b * h * s**2, longest)),
    ("numbers", (weights_bytes, lambda b, h, size, budget: int(sqrt(budget / (b * h))))),
    ("four", (lambda b, h, s, width, size: 4 * b * h * s**2, longest)),
    ("linear", (lambda b, h, s, width, size: size * b * h * s, longest)),
    ("heads", (lambda b, h, s, width, size: size * b * s**2, longest)),
    ("heads", (weights_bytes, lambda b, h, size, budget: int(sqrt(budget / (b * size))))),
    ("batch", (lambda b, h, s, width, size: size * h * s**2, longest)),
    ("batch", (weights_bytes, lambda b, h, size, budget: int(sqrt(budget / (h * size))))),
    ("texts", (lambda b, h, s, width, size: size * h * (b * s) ** 2, longest)),
    ("width", (lambda b, h, s, width, size: size * b * width * s**2, longest)),
    ("rows", (lambda b, h, s, width, size: size * b * width * s, longest)),
    ("scores", (lambda b, h, s, width, size: 2 * size * b * h * s**2, longest)),
    ("root", (weights_bytes, lambda b, h, size, budget: budget // (b * h * size))),
    ("rounded", (weights_bytes, lambda b, h, size, budget: ceil(sqrt(budget / (b * h * size))))),
    ("rounded", (weights_bytes, lambda b, h, size, budget: sqrt(budget / (b * h * size)))),
    ("rounded", (weights_bytes, lambda b, h, size, budget: isqrt(budget // (b * h * size)) + 1)),
    (
        "strict",
        (weights_bytes, lambda b, h, size, budget: ceil(sqrt(budget / (b * h * size))) - 1),
    ),
]
GENERIC = [
    ("none", (lambda *given: None, longest)),
    ("type", (lambda *given: str(weights_bytes(*given)), longest)),
    ("type", (weights_bytes, lambda *given: np.array([longest(*given), 0]))),
    ("type", (lambda *given: np.full(3, weights_bytes(*given)), longest)),
    ("numbers", (lambda *given: weights_bytes(*given) + 12, longest)),
    ("numbers", (weights_bytes, lambda *given: longest(*given) - 1)),
    ("numbers", (weights_bytes, lambda *given: longest(*given) + 2)),
    ("raised", (weights_bytes, lambda batch, heads: 0)),
]

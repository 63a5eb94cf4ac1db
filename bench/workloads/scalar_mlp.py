"""S1: a step of micrograd's own demo, MLP(2, [16, 16, 1]) on 100 points of two moons."""

from __future__ import annotations

import math
import random
from typing import Any

from bench.workloads import Work

SIZES, POINTS, LR, PULL = (2, 16, 16, 1), 100, 0.05, 1e-4


def two_moons() -> list[tuple[list[float], float]]:
    """Return points of two half circles and the side of each, ±1."""
    rng = random.Random(0)
    points = []
    for i in range(POINTS):
        angle, side = math.pi * rng.random(), i % 2
        x, y = math.cos(angle), math.sin(angle)
        if side:
            x, y = 1 - x, 0.5 - y
        points.append(([x + rng.gauss(0, 0.1), y + rng.gauss(0, 0.1)], 2.0 * side - 1))
    return points


def scalar_mlp(engine: str) -> Work:
    """Return the work with "tapewalk" or "micrograd"; both run the same lines."""
    if engine == "micrograd":
        from micrograd.engine import Value as value  # noqa: N813
    else:
        from tapewalk import Value as value  # noqa: N813
    rng = random.Random(1)
    layers = [
        [([value(rng.uniform(-1, 1)) for _ in range(n)], value(0.0)) for _ in range(m)]
        for n, m in zip(SIZES, SIZES[1:], strict=False)
    ]
    parameters = [p for layer in layers for w, b in layer for p in (*w, b)]
    data = two_moons()

    def score(x: list[Any]) -> Any:
        for depth, layer in enumerate(layers):
            sums = [sum((wi * xi for wi, xi in zip(w, x, strict=True)), b) for w, b in layer]
            x = sums if depth == len(layers) - 1 else [s.relu() for s in sums]
        return x[0]

    def step() -> float:
        losses = [(1 + -side * score(point)).relu() for point, side in data]
        loss = sum(losses) * (1.0 / POINTS) + PULL * sum(p * p for p in parameters)
        for p in parameters:
            p.grad = 0.0
        loss.backward()
        for p in parameters:
            p.data -= LR * p.grad
        return float(loss.data)

    return Work(step, lambda: [p.grad for p in parameters])

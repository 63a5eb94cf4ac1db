"""Code written for micrograd runs on `Value`: the expressions, and a network written on them."""

import random

import pytest
import torch

from tapewalk import Value


def test_operators_take_numbers_on_both_sides():
    def expression(leaf):
        a, b = leaf(-4.0), leaf(2.0)
        c = a + b
        d = a * b + b**3
        c += c + 1
        c += 1 + c + (-a)
        d += d * 2 + (b + a).relu()
        d += 3 * d + (b - a).relu()
        e = c - d
        f = e**2
        g = f / 2.0
        g += 10.0 / f
        g += 5 - c
        g.backward()
        return a, b, g

    ours = expression(Value)
    theirs = expression(lambda x: torch.tensor(x, dtype=torch.float64, requires_grad=True))
    assert ours[2].data == pytest.approx(theirs[2].item(), rel=1e-12)
    for mine, other in zip(ours[:2], theirs[:2], strict=True):
        assert mine.grad == pytest.approx(other.grad.item(), rel=1e-12)


def test_sum_of_a_generator_of_values():
    values = [Value(number) for number in (1.0, -2.0, 4.0)]
    bias = Value(0.5)
    sum((value * 2 for value in values), bias).backward()
    assert [value.grad for value in values] == [2.0, 2.0, 2.0] and bias.grad == 1.0
    assert sum(values).data == 3.0


class Neuron:
    def __init__(self, inputs, nonlin=True):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.b = Value(0)
        self.nonlin = nonlin

    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x, strict=True)), self.b)
        return act.relu() if self.nonlin else act

    def parameters(self):
        return [*self.w, self.b]


class MLP:
    def __init__(self, inputs, widths):
        sizes = [inputs, *widths]
        self.layers = [
            [Neuron(sizes[i], i != len(widths) - 1) for _ in range(sizes[i + 1])]
            for i in range(len(widths))
        ]

    def __call__(self, x):
        for layer in self.layers:
            x = [neuron(x) for neuron in layer]
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for layer in self.layers for neuron in layer for p in neuron.parameters()]


def test_network_of_values_learns():
    random.seed(4)
    xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    ys = [1.0, -1.0, -1.0, 1.0]
    model = MLP(3, [8, 8, 1])
    losses = []
    for _ in range(60):
        loss = sum((1 + -y * model(x)).relu() for x, y in zip(xs, ys, strict=True)) * (1 / len(xs))
        loss = loss + 1e-4 * sum(p * p for p in model.parameters())
        for p in model.parameters():
            p.grad = 0
        loss.backward()
        for p in model.parameters():
            p.data -= 0.1 * p.grad
        losses.append(loss.data)
    assert len(model.parameters()) == 3 * 8 + 8 + 8 * 8 + 8 + 8 + 1
    assert losses[-1] < 0.1 * losses[0]
    assert [model(x).data > 0 for x in xs] == [y > 0 for y in ys]

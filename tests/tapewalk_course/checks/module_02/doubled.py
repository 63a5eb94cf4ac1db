"""02.6: the reference, and what learners write instead."""

import numpy as np

from tapewalk import no_grad
from tapewalk_course.solutions.module_02 import doubled_step


def _step(forward, retain=False):
    def step(up, down, optimizer, x, y):
        optimizer.zero_grad()
        loss = ((forward(up, down, x) - y) ** 2).mean()
        loss.backward(retain_graph=retain)
        optimizer.step()
        return loss.item()

    return (step,)


def as_it_was(up, down, x):
    rows = up(x).tanh()
    rows *= 2
    return down(rows)


def without_recording(up, down, x):
    rows = up(x).tanh()
    with no_grad():
        rows *= 2
    return down(rows)


def copied_too_late(up, down, x):
    rows = up(x).tanh()
    rows *= 2
    return down(rows.clone())


def through_data(up, down, x):
    rows = up(x).tanh()
    rows.data[:] = rows.data * 2
    return down(rows)


def new_data(up, down, x):
    rows = up(x).tanh()
    rows.data = rows.data * 2
    return down(rows)


def copied(up, down, x):
    rows = up(x).tanh().clone()
    rows *= 2
    return down(rows)


def unrecorded(up, down, x):
    with no_grad():
        return down(up(x).tanh() * 2)


def half_recorded(up, down, x):
    rows = up(x).tanh()
    return down(rows + rows.detach())


class _Without:
    """An optimizer that leaves one thing out."""

    def __init__(self, optimizer, name):
        self.zero_grad, self.step = optimizer.zero_grad, optimizer.step
        setattr(self, name, lambda: None)


def without_clearing(up, down, optimizer, x, y):
    return doubled_step(up, down, _Without(optimizer, "zero_grad"), x, y)


def without_a_step(up, down, optimizer, x, y):
    return doubled_step(up, down, _Without(optimizer, "step"), x, y)


REFERENCE = (doubled_step,)
ALSO_RIGHT = [
    (lambda *given: np.array(doubled_step(*given)),),
    _step(copied),
    _step(lambda up, down, x: down(2 * up(x).tanh())),
]
WRONG = [
    ("half", _step(half_recorded)),
    ("twice", _step(lambda up, down, x: down(4 * up(x).tanh()))),
    ("squared", _step(lambda up, down, x: down(up(x).tanh() ** 2))),
    ("input", _step(lambda up, down, x: down(up(2 * x).tanh()))),
    ("kept", (without_clearing,)),
    ("unmoved", (without_a_step,)),
    ("written", _step(as_it_was)),
    ("written", _step(as_it_was, retain=True)),
    ("written", _step(without_recording)),
    ("written", _step(copied_too_late)),
    ("history", _step(unrecorded)),
    ("dropped", _step(lambda up, down, x: down(up(x).tanh()))),
    ("cut", _step(lambda up, down, x: down(up(x).tanh().detach() * 2))),
    ("hidden", _step(through_data)),
    ("half", _step(new_data)),
    ("before", _step(lambda up, down, x: down((up(x) * 2).tanh()))),
    ("after", _step(lambda up, down, x: down(up(x).tanh()) * 2)),
]
GENERIC = [
    ("none", (lambda *given: doubled_step(*given) and None,)),
    ("type", (lambda *given: {"losses": doubled_step(*given)},)),
    ("type", (lambda *given: [doubled_step(*given)],)),
    ("numbers", _step(lambda up, down, x: down(up(x).tanh() * 3))),
]

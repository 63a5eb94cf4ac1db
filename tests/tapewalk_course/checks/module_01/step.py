"""01.7: the reference, and what learners write instead."""

import numpy as np

from tapewalk import no_grad
from tapewalk_course.solutions.module_01 import training_step


def _step(clear="before", move=None, result="before", only=None):
    def wrong(parameters, loss_of, rate):
        if clear == "before":
            for p in parameters:
                p.grad = None
        loss = loss_of()
        loss.backward()
        if clear == "between":
            for p in parameters:
                p.grad[:] = 0
        with no_grad():
            for p in parameters[:only]:
                if move is None:
                    p -= rate * p.grad
                else:
                    move(p, rate)
        if clear == "after":
            for p in parameters:
                p.grad = None
        results = {"before": loss.item, "after": lambda: loss_of().item(), "tensor": lambda: loss}
        return results[result]() if result else None

    return (wrong,)


def _uphill(p, rate):
    p += rate * p.grad


def _without_rate(p, rate):
    p -= p.grad


def _by_the_rate(p, rate):
    p -= p.grad / rate


def _new_tensor(p, rate):
    p = p - rate * p.grad  # the learner's mistake: the list still holds the old one


def recorded(parameters, loss_of, rate):
    for p in parameters:
        p.grad = None
    loss = loss_of()
    loss.backward()
    for p in parameters:
        p -= rate * p.grad
    return loss.item()


def walking_twice(parameters, loss_of, rate):
    for p in parameters:
        p.grad = None
    loss_of().backward()
    loss = loss_of()
    loss.backward()
    with no_grad():
        for p in parameters:
            p -= rate * p.grad
    return loss.item()


def without_a_walk(parameters, loss_of, rate):
    for p in parameters:
        p.grad = None
    loss = loss_of()
    with no_grad():
        for p in parameters:
            p -= rate * p.grad
    return loss.item()


def unrecorded(parameters, loss_of, rate):
    with no_grad():
        return training_step(parameters, loss_of, rate)


REFERENCE = (training_step,)
ALSO_RIGHT = [
    (lambda parameters, loss_of, rate: np.array(training_step(parameters, loss_of, rate)),)
]
WRONG = [
    ("recorded", (recorded,)),
    ("unrecorded", (unrecorded,)),
    ("no_gradient", (without_a_walk,)),
    ("no_loss", _step(result=None)),
    ("tensor", _step(result="tensor")),
    ("unmoved", _step(move=_new_tensor)),
    ("unmoved", _step(clear="between")),
    ("uphill", _step(move=_uphill)),
    ("kept", _step(clear="never")),
    ("cleared_late", _step(clear="after")),
    ("one_moved", _step(only=1)),
    ("loss_after", _step(result="after")),
    ("doubled", (walking_twice,)),
    ("divided", _step(move=_by_the_rate)),
    ("rate_ignored", _step(move=_without_rate)),
]
GENERIC = [
    ("raised", (lambda parameters, loss_of, rate: parameters[0].gradient,)),
    ("type", (lambda *given: (training_step(*given), 1),)),
    ("type", (lambda *given: (),)),
    ("type", (lambda parameters, loss_of, rate: "0.5",)),
    ("numbers", (lambda parameters, loss_of, rate: training_step(parameters, loss_of, rate / 2),)),
]

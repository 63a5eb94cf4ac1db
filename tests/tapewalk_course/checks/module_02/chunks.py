"""02.7: the reference, and what learners write instead."""

import numpy as np

from tapewalk import no_grad
from tapewalk_course.solutions.module_02 import train_on_chunks


def _train(clear="before", retain=False, carry="detach", losses_as="number", early=False):
    def train(cell, optimizer, chunks, state):
        losses, first = [], state
        for x, y in chunks:
            if clear == "before":
                optimizer.zero_grad()
            if carry == "first":
                state = first
            state = (cell(x) + state).tanh()
            if carry == "too_soon":
                state = state.detach()
            loss = ((state - y) ** 2).mean()
            loss.backward(retain_graph=retain)
            if clear == "between":
                optimizer.zero_grad()
            optimizer.step()
            if clear == "after":
                optimizer.zero_grad()
            losses.append(loss if losses_as == "tensor" else loss.item())
            if carry == "detach":
                state = state.detach()
            if early:
                return losses
        return losses

    return (train,)


def at_the_end(cell, optimizer, chunks, state):
    optimizer.zero_grad()
    total, losses = 0, []
    for x, y in chunks:
        state = (cell(x) + state).tanh()
        loss = ((state - y) ** 2).mean()
        total = total + loss
        losses.append(loss.item())
    total.backward()
    optimizer.step()
    return losses


def under_no_grad(cell, optimizer, chunks, state):
    losses = []
    for x, y in chunks:
        with no_grad():
            state = (cell(x) + state).tanh()
        loss = ((state - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


REFERENCE = (train_on_chunks,)
ALSO_RIGHT = [(lambda *given: np.array(train_on_chunks(*given)),), _train(), _train(clear="after")]
WRONG = [
    ("again", _train(carry="graph")),
    ("again", _train(carry="graph", clear="never")),
    ("history", _train(carry="too_soon")),
    ("history", (under_no_grad,)),
    ("tensors", _train(losses_as="tensor")),
    ("early", _train(early=True)),
    ("kept", _train(clear="never")),
    ("retained", _train(carry="graph", retain=True)),
    ("retained_kept", _train(carry="graph", retain=True, clear="never")),
    ("restarted", _train(carry="first")),
    ("unmoved", _train(clear="between")),
    ("once", (at_the_end,)),
]
GENERIC = [
    ("none", (lambda *given: train_on_chunks(*given).clear(),)),
    ("type", (lambda *given: {"losses": train_on_chunks(*given)},)),
    ("type", (lambda *given: sum(train_on_chunks(*given)),)),
    ("raised", (lambda cell, optimizer, chunks, state: chunks.x,)),
]

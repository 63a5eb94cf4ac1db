"""Runs a learner's training steps, in a notebook and in a page."""

import numpy as np

STEPS = 3
# The parameters in the order of the arguments. Work that leaves b1 unchanged passes: batch norm
# subtracts it again, so its gradient is 0.
NAMES = ("C", "W1", "b1", "W2", "b2", "bngain", "bnbias")


def run(work, given):
    """Return losses and parameters after some steps; a loss of a wrong kind is unchanged."""
    parameters = dict([(name, given[name].copy()) for name in NAMES])
    losses = []
    for _ in range(STEPS):
        loss = work[0](parameters, given["Xb"], given["Yb"], given["rate"])
        is_number = isinstance(loss, (int, float)) or hasattr(loss, "dtype")
        if isinstance(loss, (bool, str)) or not is_number or np.ndim(loss):
            return loss
        losses.append(loss)
    after = [(name, parameters.get(name)) for name in NAMES]
    return dict([("losses", np.array(losses, dtype=float))] + after)

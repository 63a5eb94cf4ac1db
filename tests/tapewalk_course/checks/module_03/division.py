"""03.2: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_03 import shares_backward


def on_paper(dprobs, counts):
    probs = counts / counts.sum(1, keepdims=True)
    return (dprobs - (dprobs * probs).sum(1)[:, None]) / counts.sum(1)[:, None]


def axes_lost(dprobs, counts):
    total = counts.sum(1)
    return dprobs / total - (counts * dprobs).sum(1) / total**2


def axis_lost_once(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    inverse = (counts * dprobs).sum(1)
    return dprobs / total + -(total**-2.0) * inverse


def product_of_matrices(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    return dprobs / total - (dprobs @ counts.T) / total**2


def sum_forgotten(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    inverse = np.zeros_like(total)
    inverse += counts * dprobs
    return dprobs / total - inverse / total**2


def wrongly_transposed(dprobs, counts):
    return dprobs / counts.sum(1, keepdims=True) - counts.T


def fails_on_nothing(dprobs, counts):
    return np.stack(
        [shares_backward(a[None], b[None])[0] for a, b in zip(dprobs, counts, strict=True)]
    )


def straight_only(dprobs, counts):
    return dprobs / counts.sum(1, keepdims=True)


def overwritten(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    dcounts = dprobs / total
    inverse = (counts * dprobs).sum(1, keepdims=True)
    dcounts[:] = -(total**-2.0) * inverse
    return dcounts


def as_factors(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    return dprobs / total * (-(total**-2.0) * (counts * dprobs).sum(1, keepdims=True))


def no_minus(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    return dprobs / total + (counts * dprobs).sum(1, keepdims=True) / total**2


def first_power(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    return dprobs / total - (counts * dprobs).sum(1, keepdims=True) / total


def over_examples(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    return dprobs / total - (counts * dprobs).sum(0) / total**2


def each_for_itself(dprobs, counts):
    total = counts.sum(1, keepdims=True)
    return dprobs / total - counts * dprobs / total**2


def in_place(dprobs, counts):
    made = shares_backward(dprobs, counts)
    dprobs *= counts
    return made


REFERENCE = (shares_backward,)
ALSO_RIGHT = [(on_paper,)]
WRONG = [
    ("keepdims", (axes_lost,)),
    ("keepdims", (axis_lost_once,)),
    ("keepdims", (product_of_matrices,)),
    ("one_path", (straight_only,)),
    ("sum_only", (overwritten,)),
    ("multiplied", (as_factors,)),
    ("sign", (no_minus,)),
    ("power", (first_power,)),
    ("axis", (over_examples,)),
    ("unsummed", (each_for_itself,)),
]
GENERIC = [
    ("changed", (in_place,)),
    ("numbers", (lambda dprobs, counts: dprobs * counts,)),
    ("shape", (lambda dprobs, counts: shares_backward(dprobs, counts).sum(1),)),
    ("none", (lambda dprobs, counts: None,)),
    ("raised", (sum_forgotten,)),
    ("raised", (wrongly_transposed,)),
    ("empty", (fails_on_nothing,)),
]

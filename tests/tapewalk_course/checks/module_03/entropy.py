"""03.3: the reference, and what learners write instead."""

import math

import numpy as np

from tapewalk_course.solutions.module_03 import cross_entropy_backward


def _softmax(logits, axis=1, less=lambda logits: logits.max(1, keepdims=True)):
    powers = np.exp(logits - less(logits))
    return powers / powers.sum(axis, keepdims=True)


def _line(formula, probs_of=_softmax):
    def wrong(logits, y):
        n, letters = logits.shape
        return formula(probs_of(logits), np.eye(letters)[y], n)

    return (wrong,)


def _right(probs, one_hot, n):
    return (probs - one_hot) / n


def one_taken_away(logits, y):
    made = _softmax(logits)
    made[np.arange(len(y)), y] -= 1
    made /= len(y)
    return made


def columns_taken_away(logits, y):
    made = _softmax(logits)
    made[:, y] -= 1
    return made / len(y)


def through_the_input(logits, y):
    logits -= logits.max(1, keepdims=True)
    return cross_entropy_backward(logits, y)


def without_safety(logits):
    powers = np.exp(logits)
    return powers / powers.sum(1, keepdims=True)


def in_single_precision(logits):
    return _softmax(logits.astype(np.float32))


def wholly_in_single_precision(logits, y):
    return cross_entropy_backward(logits.astype(np.float32), y).astype(np.float32)


def with_math(logits):
    powers = np.array([[math.exp(each) for each in row] for row in logits])
    return powers / powers.sum(1, keepdims=True)


REFERENCE = (cross_entropy_backward,)
ALSO_RIGHT = [(one_taken_away,), (wholly_in_single_precision,)]
WRONG = [
    ("sum", _line(lambda probs, one_hot, n: probs - one_hot)),
    ("sum", _line(lambda probs, one_hot, n: probs - one_hot, without_safety)),
    ("softmax_only", _line(lambda probs, one_hot, n: probs / n)),
    ("sign", _line(lambda probs, one_hot, n: (one_hot - probs) / n)),
    ("whole_columns", (columns_taken_away,)),
    ("half", _line(lambda probs, one_hot, n: probs - one_hot / n)),
    ("entries", _line(lambda probs, one_hot, n: (probs - one_hot) / one_hot.size)),
    ("letters", _line(lambda probs, one_hot, n: (probs - one_hot) / one_hot.shape[1])),
    ("softmax", _line(lambda probs, one_hot, n: probs)),
    ("everywhere", _line(lambda probs, one_hot, n: (probs - 1) / n)),
    ("columns", _line(_right, lambda logits: _softmax(logits, axis=0))),
    ("columns", _line(_right, lambda logits: _softmax(logits, axis=0, less=np.max))),
    ("scores", _line(_right, lambda logits: logits)),
    ("one_maximum", _line(_right, lambda logits: _softmax(logits, less=np.max))),
    ("overflow", _line(_right, without_safety)),
    ("overflow", _line(_right, with_math)),
    ("one_maximum", _line(_right, lambda logits: _softmax(logits, less=np.mean))),
]
GENERIC = [
    ("changed", (through_the_input,)),
    ("numbers", _line(lambda probs, one_hot, n: probs * one_hot)),
    ("numbers", _line(_right, in_single_precision)),
    ("shape", _line(lambda probs, one_hot, n: probs[:, 0] - 1)),
    ("none", _line(lambda probs, one_hot, n: None)),
    ("raised", _line(lambda probs, one_hot, n: probs[one_hot])),
]

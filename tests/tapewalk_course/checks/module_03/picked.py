"""03.1: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_03 import picked_backward


def _filled(value=lambda n, letters: -1 / n, where=lambda y, n: (np.arange(n), y)):
    def wrong(logprobs, y):
        made = np.zeros_like(logprobs)
        made[where(y, len(y))] = value(*logprobs.shape)
        return made

    return (wrong,)


def row_by_row(logprobs, y):
    made = np.zeros(logprobs.shape)
    for row, letter in enumerate(y):
        made[row, letter] -= 1 / len(y)
    return made


def every_entry(logprobs, y):
    return -np.ones_like(logprobs) / len(logprobs)


def without_zeros(logprobs, y):
    return -np.ones(len(y)) / len(y)


def one_step_further(logprobs, y):
    return picked_backward(logprobs, y) / np.exp(logprobs)


def into_the_input(logprobs, y):
    logprobs *= 0
    logprobs[np.arange(len(y)), y] = -1 / len(y)
    return logprobs


def as_a_dictionary(logprobs, y):
    return {(row, letter): -1 / len(y) for row, letter in enumerate(y)}


REFERENCE = (picked_backward,)
ALSO_RIGHT = [(row_by_row,)]
WRONG = [
    ("sign", _filled(lambda n, letters: 1 / n)),
    ("sum", _filled(lambda n, letters: -1.0)),
    ("whole_columns", _filled(where=lambda y, n: (slice(None), y))),
    ("everywhere", (every_entry,)),
    ("entries", _filled(lambda n, letters: -1 / (n * letters))),
    ("letters", _filled(lambda n, letters: -1 / letters)),
    ("less_one", _filled(lambda n, letters: -1 / (n - 1))),
    ("less_one", _filled(lambda n, letters: -1 / max(n - 1, 1))),
    ("less_one", _filled(lambda n, letters: -1 / np.float64(n - 1))),
    ("only_picked", (without_zeros,)),
    ("probs", (one_step_further,)),
]
GENERIC = [
    ("changed", (into_the_input,)),
    ("type", (as_a_dictionary,)),
    ("numbers", _filled(lambda n, letters: -1 / letters**2)),
    ("none", (lambda logprobs, y: None,)),
    ("raised", (lambda logprobs, y: logprobs.grad,)),
]

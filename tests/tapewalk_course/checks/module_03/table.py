"""03.5: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_03 import rows_backward


def _written(write):
    def wrong(demb, xb, letters):
        made = np.zeros((letters, demb.shape[-1]))
        write(made, demb, xb)
        return made

    return (wrong,)


def assigned(made, demb, xb):
    made[xb] = demb


def plus_assigned(made, demb, xb):
    made[xb] += demb


def in_a_loop(made, demb, xb):
    for context, rows in zip(xb, demb, strict=True):
        for letter, row in zip(context, rows, strict=True):
            made[letter] += row


def first_of_each(made, demb, xb):
    for context, rows in zip(xb, demb, strict=True):
        made[context[0]] += rows[0]


def outside_the_loop(made, demb, xb):
    for context, rows in zip(xb, demb, strict=True):
        for place in range(len(context)):
            letter, row = context[place], rows[place]
        made[letter] += row


def whole_context(made, demb, xb):
    for context, rows in zip(xb, demb, strict=True):
        for letter in context:
            made[letter] += rows.sum(0)


def counted(made, demb, xb):
    np.add.at(made, xb, 1)


def product(demb, xb, letters):
    read = np.eye(letters)[xb.reshape(-1)]
    return read.T @ demb.reshape(-1, demb.shape[2])


def averaged(demb, xb, letters):
    uses = np.bincount(xb.reshape(-1), minlength=letters)
    return rows_backward(demb, xb, letters) / np.maximum(uses, 1)[:, None]


def those_looked_up(demb, xb, letters):
    return rows_backward(demb, xb, letters)[np.unique(xb)]


def as_many_as_were_found(demb, xb, letters):
    made = np.zeros((len(np.unique(xb)), demb.shape[2]))
    np.add.at(made, xb + 1, demb)
    return made


def indices_exchanged(made, demb, xb):
    for i in range(len(xb)):
        for j in range(xb.shape[1]):
            made[xb[j, i]] += demb[i, j]


def a_place_too_many(made, demb, xb):
    for i in range(len(xb)):
        for j in range(4):
            made[xb[i, j]] += demb[i, j]


def letters_as_an_array(made, demb, xb):
    made[xb] = demb[0, 0, 0][0]


def divided(by):
    return (lambda demb, xb, letters: rows_backward(demb, xb, letters) / by(demb),)


def fails_on_nothing(demb, xb, letters):
    rows = np.stack([each for context in demb for each in context])
    return rows_backward(rows[:, None], xb.reshape(-1, 1), letters)


REFERENCE = (rows_backward,)
ALSO_RIGHT = [(product,), _written(in_a_loop)]
WRONG = [
    ("overwrites", _written(assigned)),
    ("overwrites", _written(plus_assigned)),
    ("mean", (averaged,)),
    ("looked_up", (those_looked_up,)),
    ("first_place", _written(first_of_each)),
    ("last_place", _written(outside_the_loop)),
    ("summed_first", _written(whole_context)),
    ("uses", _written(counted)),
    ("transposed", (lambda *given: rows_backward(*given).T,)),
    ("bounds", (as_many_as_were_found,)),
]
GENERIC = [
    ("changed", (lambda demb, xb, letters: np.add(demb, 1, out=demb),)),
    ("numbers", (lambda *given: -rows_backward(*given),)),
    ("shape", (lambda *given: rows_backward(*given).sum(0),)),
    ("type", (lambda *given: rows_backward(*given).tolist(),)),
    ("none", (lambda demb, xb, letters: None,)),
    ("raised", _written(indices_exchanged)),
    ("raised", _written(a_place_too_many)),
    ("raised", _written(letters_as_an_array)),
    ("raised", _written(lambda made, demb, xb: np.add.at(made, xb / 1, demb))),
    ("numbers", divided(lambda demb: max(len(demb), 1))),
    ("numbers", divided(lambda demb: 3)),
    ("empty", (fails_on_nothing,)),
]

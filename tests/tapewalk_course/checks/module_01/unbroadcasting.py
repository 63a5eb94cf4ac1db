"""01.4: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_01 import unbroadcast


def one_axis_at_a_time(gradient, shape):
    """Another right one, with axes counted from the end."""
    while gradient.ndim > len(shape):
        gradient = gradient.sum(0)
    for axis in range(-len(shape), 0):
        if shape[axis] == 1 and gradient.shape[axis] != 1:
            gradient = gradient.sum(axis, keepdims=True)
    return gradient


def mean(gradient, shape):
    gradient = gradient.mean(axis=tuple(range(gradient.ndim - len(shape))))
    stretched = tuple(axis for axis, n in enumerate(shape) if n == 1)
    return gradient.mean(axis=stretched, keepdims=True)


def without_keepdims(gradient, shape):
    gradient = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
    return gradient.sum(axis=tuple(axis for axis, n in enumerate(shape) if n == 1))


def first_copy(gradient, shape):
    while gradient.ndim > len(shape):
        gradient = gradient[0]
    for axis, n in enumerate(shape):
        if n == 1:
            gradient = gradient.take([0], axis=axis)
    return gradient


def only_front(gradient, shape):
    return gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))


def only_stretched(gradient, shape):
    front = gradient.ndim - len(shape)
    axes = tuple(front + axis for axis, n in enumerate(shape) if n == 1)
    return gradient.sum(axis=axes, keepdims=True)


def one_front(gradient, shape):
    if gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    return gradient.sum(axis=tuple(a for a, n in enumerate(shape) if n == 1), keepdims=True)


def returns_in_the_loop(gradient, shape):
    gradient = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
    for axis, n in enumerate(shape):
        if n == 1:
            return gradient.sum(axis=axis, keepdims=True)
    return gradient


def shifted(gradient, shape):
    front = tuple(range(gradient.ndim - len(shape)))
    stretched = tuple(axis for axis, n in enumerate(shape) if n == 1)
    return gradient.sum(axis=stretched, keepdims=True).sum(axis=front)


def writes_over(gradient, shape):
    result = unbroadcast(gradient, shape)
    gradient *= 0
    return result


REFERENCE = (unbroadcast,)
ALSO_RIGHT = [(one_axis_at_a_time,)]
WRONG = [
    ("unchanged", (lambda gradient, shape: gradient,)),
    ("mean", (mean,)),
    ("keepdims", (without_keepdims,)),
    ("first", (first_copy,)),
    ("only_front", (only_front,)),
    ("only_stretched", (only_stretched,)),
    ("one_front", (one_front,)),
    ("one_stretched", (returns_in_the_loop,)),
    ("shifted", (shifted,)),
    ("first_axis", (lambda gradient, shape: gradient.sum(axis=0),)),
    ("everything", (lambda gradient, shape: gradient.sum(),)),
]
GENERIC = [
    ("changed", (writes_over,)),
    ("raised", (lambda gradient, shape: gradient.reshape(shape),)),
    ("shape", (lambda gradient, shape: np.zeros((7, 7)),)),
    ("type", (lambda gradient, shape: unbroadcast(gradient, shape).tolist(),)),
    ("numbers", (lambda gradient, shape: 2 * unbroadcast(gradient, shape),)),
]

import numpy as np


def unbroadcast(gradient, shape):
    in_front = tuple(range(gradient.ndim - len(shape)))
    gradient = np.sum(gradient, axis=in_front)
    stretched = tuple(axis for axis, length in enumerate(shape) if length == 1)
    return np.sum(gradient, axis=stretched, keepdims=True)

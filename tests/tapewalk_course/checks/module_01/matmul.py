"""01.5: the reference, and what learners write instead."""

# ruff: noqa: N803, N806 (the names of the lesson)

import numpy as np

from tapewalk_course.solutions.module_01 import matmul_backward


def flattened(G, X, W):
    """Another right one."""
    return G @ W.T, X.reshape(-1, X.shape[-1]).T @ G.reshape(-1, G.shape[-1])


def along_all(G, X, W):
    """Another right one."""
    front = tuple(range(X.ndim - 1))
    return [np.tensordot(G, W, (-1, 1)), np.tensordot(X, G, (front, front))]


def sums_one_axis(G, X, W):
    product = X.swapaxes(-1, -2) @ G
    return G @ W.T, product.sum(axis=0) if X.ndim > 2 else product


def names_two_axes(G, X, W):
    n, k = X.shape
    return G @ W.T, X.T @ G


def names_three_axes(G, X, W):
    batch, n, k = X.shape
    return flattened(G, X, W)


def writes_over(G, X, W):
    result = matmul_backward(G, X, W)
    G += 1
    return result


def mean_in_front(G, X, W):
    product = X.swapaxes(-1, -2) @ G
    return G @ W.T, product.mean(axis=tuple(range(product.ndim - 2)))


REFERENCE = (matmul_backward,)
ALSO_RIGHT = [(flattened,), (along_all,)]
WRONG = [
    ("swapped", (lambda G, X, W: matmul_backward(G, X, W)[::-1],)),
    ("factors", (lambda G, X, W: (G @ W, X @ G),)),
    ("factors", (lambda G, X, W: (W @ G.T, G @ X.T),)),
    ("transposed", (lambda G, X, W: (G @ W.T, G.swapaxes(-1, -2) @ X),)),
    ("mean", (lambda G, X, W: (G @ W.T, flattened(G, X, W)[1] / max(len(X), 1)),)),
    ("ones", (lambda G, X, W: matmul_backward(np.ones_like(G), X, W),)),
    ("unsummed", (lambda G, X, W: (G @ W.T, X.swapaxes(-1, -2) @ G),)),
    ("front_mean", (mean_in_front,)),
    ("one_front", (sums_one_axis,)),
    ("axes", (names_two_axes,)),
    ("axes", (lambda G, X, W: (G @ W.T, X.T @ G),)),
]
GENERIC = [
    ("changed", (writes_over,)),
    ("raised", (names_three_axes,)),
    ("count", (lambda G, X, W: (G @ W.T,),)),
    ("type", (lambda G, X, W: G @ W.T,)),
    ("none", (lambda G, X, W: None,)),
    ("part_none", (lambda G, X, W: (G @ W.T, None),)),
    ("numbers", (lambda G, X, W: (3 * (G @ W.T), flattened(G, X, W)[1]),)),
]

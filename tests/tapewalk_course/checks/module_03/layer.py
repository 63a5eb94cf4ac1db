"""03.4: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_03 import layer_backward


def _layer(slope=lambda h: 1 - h**2, dw2=lambda h, g: h.T @ g, db2=lambda g: g.sum(0)):
    def wrong(dlogits, h, w2):
        return slope(h) * (dlogits @ w2.T), dw2(h, dlogits), db2(dlogits)

    return (wrong,)


def not_transposed(dlogits, h, w2):
    return (1 - h**2) * (dlogits @ w2), h.T @ dlogits, dlogits.sum(0)


def wrong_way_round(dlogits, h, w2):
    return (1 - h**2) * (dlogits @ w2.T), h @ dlogits, dlogits.sum(0)


def in_another_order(dlogits, h, w2):
    dhpreact, dw2, db2 = layer_backward(dlogits, h, w2)
    return dhpreact, db2, dw2


def into_h(dlogits, h, w2):
    dw2, db2 = h.T @ dlogits, dlogits.sum(0)
    h[:] = (1 - h**2) * (dlogits @ w2.T)
    return h, dw2, db2


def fails_on_nothing(dlogits, h, w2):
    dw2 = np.stack([np.outer(a, b) for a, b in zip(h, dlogits, strict=True)]).sum(0)
    return (1 - h**2) * (dlogits @ w2.T), dw2, dlogits.sum(0)


def unpacked_wrongly(dlogits, h, w2):
    n, width, letters = h.shape
    return layer_backward(dlogits, h, w2)


REFERENCE = (layer_backward,)
ALSO_RIGHT = [
    _layer(lambda h: (1 + h) * (1 - h), lambda h, g: (g.T @ h).T),
    (lambda *given: tuple(each.astype(np.float32) for each in layer_backward(*given)),),
]
WRONG = [
    ("factors", (not_transposed,)),
    ("factors", (wrong_way_round,)),
    ("swapped", (in_another_order,)),
    ("no_tanh", _layer(slope=lambda h: 1)),
    ("square", _layer(slope=lambda h: 1 - h)),
    ("again", _layer(slope=lambda h: 1 - np.tanh(h) ** 2)),
    ("transposed", _layer(dw2=lambda h, g: g.T @ h)),
    ("weight_mean", _layer(dw2=lambda h, g: h.T @ g / len(h))),
    ("bias_unsummed", _layer(db2=lambda g: g)),
    ("bias_row", _layer(db2=lambda g: g.sum(0, keepdims=True))),
    ("bias_mean", _layer(db2=lambda g: g.mean(0))),
]
GENERIC = [
    ("changed", (into_h,)),
    ("count", (lambda *given: layer_backward(*given)[:2],)),
    ("shape", _layer(db2=lambda g: g.sum())),
    ("shape", _layer(slope=lambda h: 1 + h**3, db2=lambda g: g.sum(0, keepdims=True))),
    ("shape", _layer(dw2=lambda h, g: h.T @ g / len(h), db2=lambda g: g.sum(0, keepdims=True))),
    ("numbers", _layer(slope=lambda h: 1 + h**3)),
    ("none", (lambda *given: None,)),
    ("part_none", (lambda *given: (*layer_backward(*given)[:2], None),)),
    ("raised", (unpacked_wrongly,)),
    ("empty", (fails_on_nothing,)),
]

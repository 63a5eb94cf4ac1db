"""01.6: the reference, and what learners write instead."""

import numpy as np

from tapewalk import Function
from tapewalk_course.solutions.module_01 import Softplus


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def _with(back):
    """Return the class with another way back."""

    class Wrong(Softplus):
        def backward(self, grad):
            (x,) = self.saved_tensors
            return back(x, grad)

    return (Wrong,)


def _clamped(limit):
    class Clamped(Softplus):
        def forward(self, x):
            self.save_for_backward(x)
            return np.log(1 + np.exp(np.minimum(x, limit)))

    return (Clamped,)


class InPlace(Softplus):
    def backward(self, grad):
        (x,) = self.saved_tensors
        grad *= _sigmoid(x)
        return grad


class OfResult(Softplus):
    def forward(self, x):
        result = np.logaddexp(0, x)
        self.save_for_backward(result)
        return result


class OnTheClass(Softplus):
    def forward(self, x):
        OnTheClass.x = x
        return np.logaddexp(0, x)

    def backward(self, grad):
        return grad * _sigmoid(OnTheClass.x)


class Overflows(Softplus):
    def forward(self, x):
        self.save_for_backward(x)
        return np.log(1 + np.exp(x))


class SlopeOverflows(Softplus):
    def backward(self, grad):
        (x,) = self.saved_tensors
        return grad * np.exp(x) / (1 + np.exp(x))


class NoBackward(Function):
    def forward(self, x):
        return np.logaddexp(0, x)


class Unsaved(Softplus):
    def forward(self, x):
        return np.logaddexp(0, x)


class NoResult(Softplus):
    def forward(self, x):
        self.save_for_backward(x)


class WithTuple(Softplus):
    def backward(self, grad):
        return grad * _sigmoid(self.saved_tensors)


class WithTupleInside(Softplus):
    def backward(self, grad):
        return grad * np.exp(-np.logaddexp(0, np.negative(self.saved_tensors)))


class TooSoonStraight(Softplus):
    """Takes x for softplus where they still differ."""

    def forward(self, x):
        self.save_for_backward(x)
        return np.where(x > 3, x, np.logaddexp(0, x))


REFERENCE = (Softplus,)
WRONG = [
    *(("clamped", _clamped(limit)) for limit in (20, 50, 700)),
    ("no_arriving", _with(lambda x, grad: _sigmoid(x))),
    ("of_result", (OfResult,)),
    ("result", _with(lambda x, grad: grad * np.logaddexp(0, x))),
    ("derived_again", _with(lambda x, grad: grad * _sigmoid(x) * (1 - _sigmoid(x)))),
    ("mirrored", _with(lambda x, grad: grad * _sigmoid(-x))),
    ("no_slope", _with(lambda x, grad: grad)),
    ("shared", (OnTheClass,)),
    ("unsaved", (Unsaved,)),
    ("no_result", (NoResult,)),
    ("unpacked", (WithTuple,)),
    ("unpacked", (WithTupleInside,)),
    ("summed", _with(lambda x, grad: np.sum(grad * _sigmoid(x), axis=0, keepdims=True)[:1, None])),
    ("nothing", _with(lambda x, grad: None)),
    ("overflow", (Overflows,)),
    ("overflow", (SlopeOverflows,)),
]
GENERIC = [
    ("changed", (InPlace,)),
    ("no_function", (lambda x: np.logaddexp(0, x),)),
    ("unwritten", (NoBackward,)),
    ("numbers", (TooSoonStraight,)),
    ("raised", _with(lambda x, grad: grad * x.sigmoid())),
]

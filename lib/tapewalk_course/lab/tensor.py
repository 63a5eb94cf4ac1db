"""A tensor engine on one page: each operation knows how to send a gradient back to its operands."""

import numpy as np


def fit(gradient, shape):
    """Return a gradient summed over the axes along which an array of this shape was repeated."""
    gradient = np.asarray(gradient)
    if gradient.shape == shape:
        return gradient
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1 and gradient.shape[axis] > 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient


class Tensor:
    def __init__(self, data, op="leaf", parents=(), send=None):
        self.data = np.asarray(data)
        self.grad = None
        self.op = op
        self.parents = parents
        self.send = send

    def __repr__(self):
        return f"Tensor({self.data})"

    def __add__(self, other):
        if not isinstance(other, Tensor):
            return Tensor(self.data + other, "Add", (self,), lambda g: (g,))
        return Tensor(self.data + other.data, "Add", (self, other), lambda g: (g, g))

    def __mul__(self, other):
        if not isinstance(other, Tensor):
            return Tensor(self.data * other, "Mul", (self,), lambda g: (g * other,))
        a, b = self.data, other.data
        return Tensor(a * b, "Mul", (self, other), lambda g: (g * b, g * a))

    def __matmul__(self, other):
        a, b = self.data, other.data

        def send(g):
            return g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g

        return Tensor(a @ b, "MatMul", (self, other), send)

    def __pow__(self, n):
        a = self.data
        return Tensor(a**n, "Pow", (self,), lambda g: (g * (n * a ** (n - 1)),))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def exp(self):
        result = np.exp(self.data)
        return Tensor(result, "Exp", (self,), lambda g: (g * result,))

    def tanh(self):
        result = np.tanh(self.data)
        return Tensor(result, "Tanh", (self,), lambda g: (g * (1.0 - result * result),))

    def relu(self):
        result = np.maximum(self.data, 0.0)
        return Tensor(result, "Relu", (self,), lambda g: (g * (self.data > 0),))

    def sum(self, axis=None):
        a = self.data

        def send(g):
            return (np.zeros(a.shape) + (g if axis is None else np.expand_dims(g, axis)),)

        return Tensor(a.sum(axis=axis), "Sum", (self,), send)

    def mean(self):
        return self.sum() * (1.0 / self.data.size)

    def log_softmax(self):
        shifted = self.data - self.data.max(axis=-1, keepdims=True)
        result = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))

        def send(g):
            return (g - np.exp(result) * g.sum(axis=-1, keepdims=True),)

        return Tensor(result, "LogSoftmax", (self,), send)

    def reshape(self, *shape):
        a = self.data
        return Tensor(a.reshape(*shape), "Reshape", (self,), lambda g: (g.reshape(a.shape),))

    def swapaxes(self, one, other):
        result = self.data.swapaxes(one, other)
        return Tensor(result, "Swapaxes", (self,), lambda g: (g.swapaxes(one, other),))

    def __getitem__(self, key):
        def send(g):
            rows = np.zeros(self.data.shape)
            np.add.at(rows, key, g)
            return (rows,)

        return Tensor(self.data[key], "Index", (self,), send)

    def backward(self):
        order, seen, waiting = [], set(), [(self, False)]
        while waiting:
            tensor, is_done = waiting.pop()
            if is_done:
                order.append(tensor)
            elif tensor not in seen:
                seen.add(tensor)
                waiting.append((tensor, True))
                waiting += [(parent, False) for parent in tensor.parents]
        for tensor in order:
            if tensor.parents:
                tensor.grad = None
        self.grad = np.ones(self.data.shape)
        for tensor in reversed(order):
            if tensor.parents:
                for parent, sent in zip(tensor.parents, tensor.send(tensor.grad)):
                    sent = fit(sent, parent.data.shape)
                    parent.grad = sent if parent.grad is None else parent.grad + sent

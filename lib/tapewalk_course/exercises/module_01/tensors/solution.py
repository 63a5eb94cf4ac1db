import numpy as np


class MyTensor:
    def __init__(self, data, parents=(), pull=None, tangent=0.0):
        self.data = np.asarray(data, dtype=float)
        self.grad = np.zeros_like(self.data)
        self.parents, self.pull = parents, pull
        self.tangent = tangent + np.zeros_like(self.data)

    def reshape(self, *shape):
        data, tangent = self.data.reshape(*shape), self.tangent.reshape(*shape)
        return MyTensor(data, [self], lambda grad: [grad.reshape(self.data.shape)], tangent)

    def __add__(self, other):
        other = wrapped(other)
        total, tangent = self.data + other.data, self.tangent + other.tangent
        return MyTensor(
            total, [self, other], lambda grad: [fitted(grad, self), fitted(grad, other)], tangent
        )

    def __mul__(self, other):
        other = wrapped(other)

        def pull(grad):
            return [fitted(grad * other.data, self), fitted(grad * self.data, other)]

        tangent = self.tangent * other.data + self.data * other.tangent
        return MyTensor(self.data * other.data, [self, other], pull, tangent)

    def tanh(self):
        t = np.tanh(self.data)
        slope = 1 - t**2
        return MyTensor(t, [self], lambda grad: [grad * slope], slope * self.tangent)

    def __matmul__(self, other):
        def pull(grad):
            return [grad @ other.data.T, fitted(self.data.swapaxes(-1, -2) @ grad, other)]

        tangent = self.tangent @ other.data + self.data @ other.tangent
        return MyTensor(self.data @ other.data, [self, other], pull, tangent)

    def sum(self, axis=None, keepdims=False):
        def pull(grad):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            return [np.broadcast_to(grad, self.data.shape)]

        total = self.data.sum(axis=axis, keepdims=keepdims)
        tangent = self.tangent.sum(axis=axis, keepdims=keepdims)
        return MyTensor(total, [self], pull, tangent)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        logs = shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        chances = np.exp(logs)

        def pull(grad):
            return [grad - chances * grad.sum(axis=axis, keepdims=True)]

        tangent = self.tangent - (chances * self.tangent).sum(axis=axis, keepdims=True)
        return MyTensor(logs, [self], pull, tangent)

    def __getitem__(self, index):
        def pull(grad):
            whole = np.zeros_like(self.data)
            np.add.at(whole, index, grad)
            return [whole]

        return MyTensor(self.data[index], [self], pull, self.tangent[index])

    def backward(self, grad=1.0):
        grads = {self: grad + np.zeros_like(self.data)}
        for node in reversed(topological_order(self)):
            if not node.parents:
                node.grad = node.grad + grads[node]
                continue
            for parent, share in zip(node.parents, node.pull(grads[node]), strict=True):
                grads[parent] = grads[parent] + share if parent in grads else share


def wrapped(other):
    return other if isinstance(other, MyTensor) else MyTensor(other)


def fitted(grad, tensor):
    shape = tensor.data.shape
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(axis for axis, length in enumerate(shape) if length == 1)
    return grad.sum(axis=stretched, keepdims=True)

import math


class Number:
    def __init__(self, data, parents=(), local_gradients=()):
        self.data, self.grad = data, 0.0
        self.parents, self.local_gradients = parents, local_gradients

    def __add__(self, other):
        return Number(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        return Number(self.data * other.data, (self, other), (other.data, self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return Number(t, (self,), (1 - t**2,))

    def backward(self):
        gradients = backward(topological_order(self))
        for number, gradient in gradients.items():
            number.grad = gradient if number.parents else number.grad + gradient

import math


class Number:
    def __init__(self, data, parents=(), local_gradients=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.local_gradients = local_gradients

    def __add__(self, other):
        return Number(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        result = self.data * other.data
        return Number(result, (self, other), (other.data, self.data))

    def exp(self):
        result = math.exp(self.data)
        return Number(result, (self,), (result,))

    def backward(self):
        order, seen, waiting = [], set(), [(self, False)]
        while waiting:
            number, is_done = waiting.pop()
            if is_done:
                order.append(number)
            elif number not in seen:
                seen.add(number)
                waiting.append((number, True))
                waiting += [(parent, False) for parent in number.parents]
        for number in order:
            if number.parents:
                number.grad = 0.0
        self.grad = 1.0
        for number in reversed(order):
            for parent, local in zip(number.parents, number.local_gradients):
                parent.grad += number.grad * local

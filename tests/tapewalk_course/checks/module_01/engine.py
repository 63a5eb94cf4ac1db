"""01.8: the reference, and what learners write instead."""

import math

from tapewalk_course.solutions.module_01 import Number, backward, topological_order
from tests.tapewalk_course.checks.module_01.order import by_number, every_path, recursive


class InParts:
    """Another right one, whose parts can be replaced by a mistake."""

    order = staticmethod(topological_order)

    def __init__(self, data, parents=(), local_gradients=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.local_gradients = local_gradients

    def __add__(self, other):
        return type(self)(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        return type(self)(self.data * other.data, (self, other), (other.data, self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return type(self)(t, (self,), (1 - t**2,))

    def backward(self):
        order = self.order(self)
        for node in order:
            if node.parents:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(order):
            for parent, local in zip(node.parents, node.local_gradients, strict=True):
                parent.grad += node.grad * local


class Recursive(InParts):
    order = staticmethod(recursive)


class EveryPath(InParts):
    order = staticmethod(every_path)


class AddsInProducts(InParts):
    def __mul__(self, other):
        return type(self)(self.data + other.data, (self, other), (other.data, self.data))


class Overwrites(InParts):
    def backward(self):
        self.grad = 1.0
        for node in reversed(self.order(self)):
            for parent, local in zip(node.parents, node.local_gradients, strict=True):
                parent.grad = node.grad * local


class NoSeed(InParts):
    def backward(self):
        order = self.order(self)
        for node in order:
            if node.parents:
                node.grad = 0.0
        for node in reversed(order):
            for parent, local in zip(node.parents, node.local_gradients, strict=True):
                parent.grad += node.grad * local


class SetOfParents(InParts):
    def backward(self):
        order = self.order(self)
        for node in order:
            if node.parents:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(order):
            for parent, local in set(zip(node.parents, node.local_gradients, strict=True)):
                parent.grad += node.grad * local


class OwnFactor(InParts):
    def __mul__(self, other):
        return type(self)(self.data * other.data, (self, other), (self.data, other.data))


class TanhOfOperand(InParts):
    def tanh(self):
        return type(self)(math.tanh(self.data), (self,), (1 - self.data**2,))


class TanhWithoutSquare(InParts):
    def tanh(self):
        t = math.tanh(self.data)
        return type(self)(t, (self,), (1 - t,))


class Hasty(InParts):
    def backward(self):
        self.grad = 1.0
        self._send(set())

    def _send(self, seen):
        seen.add(self)
        for parent, local in zip(self.parents, self.local_gradients, strict=True):
            parent.grad += self.grad * local
            if parent not in seen:
                parent._send(seen)


class ClearsNothing(InParts):
    def backward(self):
        self.grad = 1.0
        for node in reversed(self.order(self)):
            for parent, local in zip(node.parents, node.local_gradients, strict=True):
                parent.grad += node.grad * local


class ClearsAll(InParts):
    def backward(self):
        for node in self.order(self):
            node.grad = 0.0
        super().backward()


class LeavesOnly(InParts):
    def backward(self):
        for node, gradient in backward(topological_order(self)).items():
            if not node.parents:
                node.grad += gradient


class Piles(InParts):
    def backward(self):
        for node, gradient in backward(topological_order(self)).items():
            node.grad += gradient


class ByNumber(InParts):
    order = staticmethod(by_number)


class NoTanh(InParts):
    tanh = None


REFERENCE = (Number,)
ALSO_RIGHT = [(InParts,)]
WRONG = [
    ("recursion", (Recursive,)),
    ("paths", (EveryPath,)),
    ("forward", (AddsInProducts,)),
    ("overwrites", (Overwrites,)),
    ("seed", (NoSeed,)),
    ("edges", (SetOfParents,)),
    ("mul", (OwnFactor,)),
    ("tanh_operand", (TanhOfOperand,)),
    ("tanh_square", (TanhWithoutSquare,)),
    ("hasty", (Hasty,)),
    ("leaves_only", (LeavesOnly,)),
    ("piled", (Piles,)),
    ("kept", (ClearsNothing,)),
    ("cleared", (ClearsAll,)),
]
GENERIC = [
    ("numbers", (ByNumber,)),
    ("raised", (NoTanh,)),
    ("uncalled", (Number(1.0),)),
]

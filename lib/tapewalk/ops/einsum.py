"""Sums of products, named by the letters of their axes."""

from __future__ import annotations

from string import ascii_letters
from typing import Any

import numpy as np

from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import with_history
from tapewalk.ops.broadcast import shape_of, unbroadcast


class Einsum(Function):
    """The sum of products of entries, over each axis whose letter the result does not have.

    An operand receives the same kind of sum: of g and the other operands, over each letter that
    the operand does not have. Saves the operands.
    """

    @quiet
    def forward(self, *operands: Array, terms: tuple[str, ...], result: str) -> Any:
        """Return the sums; `terms` has the letters of each operand, `result` those that stay."""
        self.terms, self.result, self.saved = terms, result, operands
        return np.einsum(f"{','.join(terms)}->{result}", *operands, optimize=True)

    def backward(self, grad: Array) -> tuple[Any, ...]:
        return tuple(
            [
                None if parent is None else self._by(position, grad)
                for position, parent in enumerate(self.parents)
            ]
        )

    def _by(self, position: int, grad: Any) -> Any:
        own, shape = self.terms[position], shape_of(self.saved[position])
        wanted, parts, letters = "", [grad], [self.result]
        for i, operand in enumerate(self.saved):
            if i != position:
                parts.append(operand)
                letters.append(self.terms[i])
        known = set("".join(letters))
        unused = iter(sorted({*ascii_letters} - {*"".join(self.terms)}))
        for letter, n in zip(own, shape, strict=True):
            if letter in wanted:  # a diagonal: g on it, 0 elsewhere
                other = next(unused)
                parts.append(np.eye(n, dtype=grad.dtype))
                letters.append(letter + other)
                wanted += other
                known.add(letter)
                continue
            if letter not in known:  # summed away: g is repeated
                parts.append(np.ones(n, grad.dtype))
                letters.append(letter)
            wanted += letter
        return unbroadcast(np.einsum(f"{','.join(letters)}->{wanted}", *parts), shape)

    def saved_as_tensors(self) -> tuple[Any, ...] | None:
        """Return the operands as tensors with their histories."""
        return tuple([with_history(a, p) for a, p in zip(self.saved, self.parents, strict=True)])

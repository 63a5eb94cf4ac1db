"""The operations of a trace of single numbers, to be run again with other leaves."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tapewalk.scalar.value import Value
from tapewalk.trace.format import Trace

_INFIX: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
}


@dataclass(frozen=True)
class Operation:
    """The computation of one node.

    Attributes:
        op: Its name in the trace.
        constants: The operands that are plain numbers, by their slot.
        sources: The nodes that the other operands come from, by their slot.
    """

    op: str
    constants: dict[int, float]
    sources: dict[int, int]

    def __call__(self, values: Sequence[Value]) -> Value:
        """Return the result.

        Args:
            values: Those of the nodes so far, by id.

        Raises:
            ArithmeticError: The operation has no result there.
            ValueError: It has none, as the logarithm of a negative number.
        """
        there = {slot: values[source] for slot, source in self.sources.items()}
        operands = {**self.constants, **there}
        function = _INFIX.get(self.op) or operator.methodcaller(self.op)
        result: Value = function(*(operands[slot] for slot in sorted(operands)))
        return result


def operations(walk: Trace) -> list[Operation | None]:
    """Return what each node of a trace computes; None for a leaf.

    Args:
        walk: A trace of single numbers.

    Example:
        >>> from tapewalk import Value, trace
        >>> _, square = operations(trace(Value(3.0) ** 2))
        >>> square([Value(5.0)]).data
        25.0
    """
    sources: list[dict[int, int]] = [{} for _ in walk["nodes"]]
    for edge in walk["edges"]:
        sources[edge["to"]][edge["slot"]] = edge["from"]
    made: list[Operation | None] = []
    for node in walk["nodes"]:
        constants = {entry["slot"]: float(entry["value"]) for entry in node["constants"]}
        operation = Operation(node["op"], constants, sources[node["id"]])
        made.append(None if node["op"] == "leaf" else operation)
    return made

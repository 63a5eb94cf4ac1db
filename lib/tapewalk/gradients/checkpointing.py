"""Trading time for memory: drop the saved tensors of a part, and compute them again."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from tapewalk.engine import anomaly
from tapewalk.engine.errors import overwritten
from tapewalk.engine.function import Function, quiet
from tapewalk.engine.grad_mode import enable_grad, is_recording
from tapewalk.engine.memory import Array, journal
from tapewalk.engine.observing import observing
from tapewalk.engine.random_state import States, noting
from tapewalk.engine.random_state import again as repeating
from tapewalk.tensor.tensor import Tensor


class Segment:
    """A part of a graph whose nodes have dropped what they saved, and how to compute it again.

    The nodes are those that `function` made, with their edges to all tensors that it used. So
    gradients also reach tensors that are not among its arguments.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments
        self.writes = journal.total
        self.drawn: States = {}  # of random generators: dropout drops the same entries again
        # Weakly: the nodes hold the segment.
        self.nodes: list[weakref.ref[Function]] = []
        self.kinds: list[type[Function]] = []
        self.sums: list[Array] | None = None  # of the first result; `None` until it is known

    def run(self) -> Any:
        """Return the function's result; each new node drops its saved arrays at once."""

        def drop(node: Function, *_: Any) -> None:
            self.nodes.append(weakref.ref(node))
            self.kinds.append(type(node))
            # The outer of two nested segments drops first, and computes the inner one again.
            if node.saved and node.segment is None:
                node.saved, node.segment = None, self

        with observing(drop), noting() as self.drawn:
            result = self.function(*self.arguments)
        self.sums = _sums(result)
        return result

    def restore(self) -> None:
        """Run the function again and restore what every node had saved.

        Raises:
            RuntimeError: An argument was written in place, or the function did something else.
        """
        for x in self.arguments:
            if isinstance(x, Tensor) and (changes := journal.since(x._data, self.writes)):
                version, what = journal.version(x._data), f"{x.dtype} {list(x.shape)}"
                place = "a checkpoint"
                where = anomaly.made_at(next(n for ref in self.nodes if (n := ref()) is not None))
                raise overwritten(what, place, version, version - changes, where)
        again: list[Function] = []
        collecting = observing(lambda node, *_: again.append(node), alone=True)
        with enable_grad(), collecting, repeating(self.drawn):
            result = self.function(*self.arguments)
        if self.sums is None:  # a gradient was needed inside the function, before its end
            del again[len(self.nodes) :]
        if [type(node) for node in again] != self.kinds:
            raise RuntimeError(
                "a checkpointed function recorded different operations when backward ran it again "
                f"({len(again)} of them, {len(self.kinds)} at first): its gradients would belong "
                "to a different calculation. Usually it depends on a value that has changed since."
            )
        if self.sums is not None and not _alike(self.sums, _sums(result)):
            raise RuntimeError(
                "a checkpointed function returned different numbers when backward ran it again: "
                "its gradients would belong to a different calculation. Usually it draws random "
                "numbers from np.random or from a generator of its own: draw them before the "
                "checkpoint, or with tapewalk.rand and layers, whose numbers repeat."
            )
        first = {id(fresh): ref for fresh, ref in zip(again, self.nodes, strict=True)}
        for fresh in again:
            node = first[id(fresh)]()
            if node is not None and node.segment is self:
                node.saved, node.writes = fresh.saved, fresh.writes
                node.segment = fresh.segment
        # Segments within this one ran again too, and must restore the nodes of the first run.
        for segment in {fresh.segment for fresh in again if fresh.segment is not None}:
            segment.nodes = [first.get(id(ref()), ref) for ref in segment.nodes]


def checkpoint(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return `function(*arguments)`, keeping only the arguments until `backward`.

    Backward computes the function a second time. With the function alone, as in HIPS autograd, the
    result is a function that does this whenever it is called.

    Args:
        function: Any function; called again, it must do the same again.
        *arguments: Its arguments.

    Returns:
        Its result.

    Raises:
        RuntimeError: In `backward`: an argument was written in place, or the function recorded
            other operations, or returned other numbers, when it ran again.

    Example:
        >>> x = Tensor([2.0], requires_grad=True)
        >>> checkpoint(lambda t: (t * t).exp(), x).sum().backward()
        >>> bool(abs(x.grad[0] - 4 * 2.718281828**4) < 1e-4)
        True
    """
    if not arguments:
        return lambda *later: checkpoint(function, *later)
    if not is_recording():
        return function(*arguments)
    for x in arguments:
        if isinstance(x, Tensor) and x._source is not None:
            x._renew()  # now, or the first run alone would record it
    segment = Segment(function, arguments)
    return segment.run()


@quiet
def _sums(result: Any) -> list[Array]:
    """Return sums of the entries of each tensor in a result, to recognise another result."""
    if isinstance(result, Tensor):
        data = result._data.reshape(-1)
        if data.dtype.kind != "f" or not data.size:
            return []
        step = max(1, data.size // 64)
        sums = np.add.reduceat(data, np.arange(0, data.size, step), dtype=np.float64)
        # Scaled so that rounding changes each sum at most as much as it changes an entry.
        return [np.append(sums / step**0.5, (data.max(), data.min()))]
    parts = [*result.values()] if isinstance(result, dict) else result
    if not isinstance(parts, list | tuple):
        return []
    return [sums for part in parts for sums in _sums(part)]


def _alike(ones: list[Array], others: list[Array]) -> bool:
    """Return whether two results have the same sums, apart from rounding."""
    if [one.shape for one in ones] != [other.shape for other in others]:
        return False
    return all(
        np.allclose(one, other, rtol=1e-4, atol=1e-4 * _largest(one), equal_nan=True)
        for one, other in zip(ones, others, strict=True)
    )


def _largest(numbers: Array) -> float:
    finite = numbers[np.isfinite(numbers)]
    return float(abs(finite).max()) if finite.size else 0.0

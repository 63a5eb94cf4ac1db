"""Trading time for memory: forget what a part of the forward pass saved, and compute it again."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from tapewalk.engine import anomaly
from tapewalk.engine.errors import overwritten
from tapewalk.engine.function import Function
from tapewalk.engine.grad_mode import enable_grad, is_recording
from tapewalk.engine.memory import journal
from tapewalk.engine.random_state import States, again, noting
from tapewalk.engine.watching import watching
from tapewalk.tensor.tensor import Tensor


class Segment:
    """A part of a graph whose nodes have forgotten what they saved, and how to compute it again.

    The nodes are those that `function` made, with their edges to everything it used: so gradients
    find every way through the segment, also those that lead to what is not among its arguments.

    Args:
        function: What made the nodes.
        arguments: What it was called with.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments
        self.writes = journal.total
        self.drawn: States = {}  # before the first run: dropout drops the same entries again
        # Weakly: the nodes hold the segment.
        self.nodes: list[weakref.ref[Function]] = []
        self.kinds: list[type[Function]] = []

    def run(self) -> tuple[Any, list[Function]]:
        """Returns what the function returns, and the nodes that it makes."""
        made: list[Function] = []
        with watching(lambda node, *_: made.append(node)), again(self.drawn), noting() as drawn:
            result = self.function(*self.arguments)
        self.drawn = self.drawn or drawn
        return result, made

    def forget(self, made: list[Function]) -> None:
        """Lets the nodes forget what they saved until backward asks for it."""
        self.kinds = [type(node) for node in made]
        self.nodes = [weakref.ref(node) for node in made]
        for node in made:
            # A segment within a segment is computed again as part of the outer one.
            if node.saved or node.segment is not None:
                node.saved, node.segment = None, self

    def restore(self) -> None:
        """Runs the function again and gives every node what it had saved.

        Raises:
            RuntimeError: An argument was written in place, or the function did something else.
        """
        for x in self.arguments:
            if isinstance(x, Tensor) and (changes := journal.since(x._data, self.writes)):
                version, what = journal.version(x._data), f"{x.dtype} {list(x.shape)}"
                place = "a checkpoint"
                where = anomaly.made_at(next(n for ref in self.nodes if (n := ref()) is not None))
                raise overwritten(what, place, version, version - changes, where)
        with enable_grad():
            _, again = self.run()
        if [type(node) for node in again] != self.kinds:
            raise RuntimeError(
                "a checkpointed function recorded other operations when it ran again for backward "
                f"({len(again)} of them, {len(self.kinds)} at first): its gradients would belong "
                "to another calculation. Usually it depends on something that has changed since."
            )
        first = {id(fresh): ref for fresh, ref in zip(again, self.nodes, strict=True)}
        for fresh in again:
            node = first[id(fresh)]()
            if node is not None and node.segment is self:
                node.saved, node.writes = fresh.saved, fresh.writes
                node.segment = fresh.segment
        # Segments within this one ran again too: what they restore is for the first nodes.
        for segment in {fresh.segment for fresh in again if fresh.segment is not None}:
            segment.nodes = [first.get(id(ref()), ref) for ref in segment.nodes]


def checkpoint(function: Callable[..., Any], *arguments: Any) -> Any:
    """Returns `function(*arguments)`, keeping only the arguments until `backward`.

    Backward computes the function a second time. With the function alone, as in HIPS autograd, the
    result is a function that does this whenever it is called.

    Args:
        function: Takes and returns what it likes; called again, it must do the same again.
        *arguments: Its arguments.

    Returns:
        Its result.

    Raises:
        RuntimeError: In `backward`: an argument was written in place, or the function recorded
            other operations when it ran again.

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
    result, made = segment.run()
    segment.forget(made)
    return result

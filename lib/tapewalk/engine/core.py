"""The core of a tensor: an array, and the node that made it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk.engine.grad_mode import enable_grad
from tapewalk.engine.memory import Array, journal

if TYPE_CHECKING:
    from tapewalk.engine.function import Function
    from tapewalk.tensor.tensor import Tensor


class TensorCore:
    """The attributes of a tensor; the classes in `tensor/` add the methods.

    Names with an underscore are the engine's own: reading a plain attribute costs a third of
    reading a property, and the engine reads them for every operand of every operation.
    """

    # Class attributes are the defaults: a tensor only stores what differs from them.
    grad: Array | None = None
    number = 0  # a leaf is older than every node, see `backward.run`
    _data: Array
    _requires_grad = False
    _node: Function | None = None
    hooks: dict[int, Callable[[Array], Any]] | None = None  # of a leaf; other tensors' are nodes'
    _quiet_view = False  # a view made under no_grad of a tensor with history
    _of_custom_function = False  # made by a custom function on the memory of an operand
    # Of a view: its source, how it was made from it, and how many writes it has seen.
    _source: Tensor | None = None
    _look: tuple[type[Function], tuple[Any, ...], dict[str, Any]]
    _seen: int

    @property
    def shape(self) -> tuple[int, ...]:
        """The length along each axis."""
        result: tuple[int, ...] = self._data.shape
        return result

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy number type of the entries."""
        result: np.dtype[Any] = self._data.dtype
        return result

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._data.ndim

    def _renew(self: Any) -> None:
        """Give a view the newest history of its memory, if that was written to."""
        if self._seen == journal.total:
            return
        chain = [self]
        while chain[-1]._source._source is not None:  # a view of a view of …, without recursion
            chain.append(chain[-1]._source)
        for view in reversed(chain):
            written = journal.since(view._data, view._seen)
            view._seen = journal.total
            if written:
                with enable_grad():  # also inside no_grad the view has its source's history
                    function, inputs, options = view._look
                    fresh = function.apply(view._source, *inputs[1:], **options)
                view._belong_to(fresh)

    def _belong_to(self, fresh: Tensor) -> None:
        """Take over the history of a tensor, whose node then retains the gradient if asked to."""
        before, self._node = self._node, fresh._node
        self._requires_grad = fresh._requires_grad
        if before is not None and before.retained is not None and self._node is not None:
            self._node.keep_for(before.retained)
            before.retained = None


class Concrete:
    """Holds the class of results. The module of that class imports this one, and sets it.

    Attributes:
        Tensor: `tapewalk.Tensor`, once that has been imported.
    """

    Tensor: type[Any] = TensorCore


_new = object.__new__


def wrap(data: Any) -> Tensor:
    """Return a tensor around an array itself, without a copy and without checks."""
    result: Tensor = _new(Concrete.Tensor)
    result._data = data if type(data) is np.ndarray else np.asarray(data)
    return result

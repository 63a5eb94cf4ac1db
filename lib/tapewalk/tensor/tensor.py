"""Tensors: NumPy arrays that remember how they were made."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk.engine import backward
from tapewalk.engine.core import Concrete, wrap
from tapewalk.engine.errors import ShapeError, UnknownNameError
from tapewalk.engine.grad_mode import is_recording
from tapewalk.engine.hooks import RemovableHandle
from tapewalk.engine.memory import Array, journal
from tapewalk.tensor.arithmetic import Arithmetic
from tapewalk.tensor.convert import require_float, to_array
from tapewalk.tensor.entries import Entries
from tapewalk.tensor.inplace import InPlace
from tapewalk.tensor.numpy_protocol import NumPyProtocol
from tapewalk.tensor.reduce import Reduce
from tapewalk.tensor.shape import Shape

if TYPE_CHECKING:
    from tapewalk.engine.function import AccumulateGrad, Function


class Tensor(Arithmetic, Reduce, Shape, Entries, InPlace, NumPyProtocol):
    """A NumPy array and, if it requires grad, the node that made it. It behaves like PyTorch's.

    The difference: `data` and `grad` are NumPy arrays.

    Args:
        data: A number, a nested list, an array or a tensor; it is copied. Python floats become
            float32, arrays keep their number type.
        requires_grad: Whether `backward` computes the derivative with respect to this tensor.
        dtype: The number type, if another.

    Attributes:
        grad: The sum of the gradients of all `backward` calls, `None` before the first. An array
            has no `zero_()` and no `clone()`: write `x.zero_grad()` and `x.grad.copy()`.

    Raises:
        ShapeError: The rows of a nested list differ in length.
        TypeError: Something is not a number, or an integer tensor is to require grad.

    Example:
        >>> x = Tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        >>> (x * x).sum().backward()
        >>> x.grad
        array([[2., 4.],
               [6., 8.]], dtype=float32)
    """

    _accumulator: weakref.ref[AccumulateGrad] | None = None

    def __init__(self, data: object, requires_grad: bool = False, dtype: object = None) -> None:
        is_copy = type(self) is Tensor and isinstance(data, Tensor)  # and not a new parameter
        if is_copy and data.requires_grad and is_recording():  # type: ignore[attr-defined]
            text = "a tensor made from a tensor is a copy without its history: no gradient passes. "
            warnings.warn(text + "Write x.clone(), or x.detach() if that is meant.", stacklevel=2)
        self._data = to_array(data, dtype)
        if requires_grad:
            self.requires_grad_()

    @property
    def data(self) -> Array:
        """The array itself: writing to it is not recorded.

        Assigning an array of another number type converts it to this tensor's.
        """
        return self._data

    @data.setter
    def data(self, value: object) -> None:
        if value is self._data:
            # `x.data -= step` has written to the memory, and assigns the same array.
            journal.note(value)
            return
        self._data = to_array(value, self._data.dtype)

    @property
    def requires_grad(self) -> bool:
        """Whether operations on this tensor are recorded."""
        if self._source is not None:
            self._renew()
        return self._requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        self.requires_grad_(value)

    @property
    def grad_fn(self) -> Function | None:
        """The node that made this tensor, `None` for a leaf."""
        if self._source is not None:
            self._renew()
        return self._node

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded operation made it: `backward` fills the `grad` of leaves only."""
        return self.grad_fn is None

    @property
    def retains_grad(self) -> bool:
        """Whether `backward` fills `grad` although this is not a leaf."""
        return self.grad_fn is not None and self.grad_fn.retained is not None

    @property
    def _version(self) -> int:
        """How often the memory was written in place; named as in PyTorch."""
        return journal.version(self._data)

    def requires_grad_(self, value: bool = True) -> Tensor:
        """Set whether this tensor requires grad, and return it.

        Raises:
            TypeError: It holds integers.
            RuntimeError: It is not a leaf.
        """
        if self.grad_fn is not None and not value:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables: this tensor was made "
                f"by {self.grad_fn.name()}. Use detach() for a tensor without history."
            )
        if value:
            require_float(self._data, f"a tensor of shape {self.shape}")
        self._requires_grad = bool(value) or self._node is not None
        return self

    def backward(
        self,
        gradient: Any = None,
        retain_graph: bool = False,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Add the derivative with respect to each leaf of the graph to the leaf's `grad`.

        Args:
            gradient: The derivative of the result with respect to this tensor, in its shape; needed
                unless this tensor is a single number.
            retain_graph: Keep the saved arrays of the graph, so that `backward` can run again.
            create_graph: Only `tapewalk.grad` can do this: `grad` of a tensor is an array.
            inputs: A tensor or several, the only ones whose `grad` changes; leaves or results.

        Raises:
            RuntimeError: This tensor has no history, is not a single number and no gradient was
                given, or its graph was freed or changed; `inputs` is empty or has a
                tensor that does not require grad; or the call is inside a function that is itself
                being differentiated.
        """
        start = [(self, self._start(gradient))]
        if create_graph:
            raise RuntimeError(
                "backward(create_graph=True) has nowhere to put a gradient with a history, since "
                "the grad of a tensor is an array. Use tapewalk.grad(loss, inputs, "
                "create_graph=True), which returns tensors."
            )
        if backward.around():
            backward.refuse_inside([self])
        if inputs is None:
            backward.run(start, retain_graph=retain_graph)
            return
        wanted = [inputs] if isinstance(inputs, Tensor) else list(inputs)
        if not wanted:
            raise RuntimeError(
                "`inputs` argument to `backward()` cannot be empty. Usually a list of parameters "
                "was used up before: call model.parameters() again."
            )
        require_inputs(wanted)
        for tensor in wanted:
            tensor.retain_grad()
        backward.run(start, retain_graph=retain_graph, wanted=wanted, keep=True)

    def _start(self, gradient: object) -> Array:
        """Return the array that a backward pass from here starts with."""
        if not self._requires_grad and not self.requires_grad:
            raise RuntimeError(
                "element 0 of tensors does not require grad and does not have a grad_fn: "
                f"backward() started from a tensor of shape {self.shape} that no recorded "
                "operation made. Usually requires_grad=True was forgotten, or detach(), .data or "
                "no_grad() cut the graph."
            )
        if gradient is None:
            if self._data.size != 1:
                raise RuntimeError(
                    "grad can be implicitly created only for scalar outputs: backward() needs a "
                    f"scalar, got shape {self.shape}: pass a gradient or reduce first, with "
                    ".sum() or .mean()."
                )
            start = np.empty(self._data.shape, self._data.dtype)
            start.fill(1)  # np.ones takes twice as long
            return start
        start = to_array(gradient, self._data.dtype)
        if start.shape != self.shape:
            raise ShapeError(
                f"Mismatch in shape: grad_output[0] has a shape of {start.shape} and output[0] has "
                f"a shape of {self.shape}: the gradient has one entry for each entry of the tensor."
            )
        return start

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradient: `grad` becomes `None`, or without `set_to_none` zeros."""
        if set_to_none or self.grad is None:
            self.grad = None
        else:
            self.grad.fill(0)

    def retain_grad(self) -> None:
        """Let `backward` set `grad` although this is not a leaf.

        Raises:
            RuntimeError: The tensor does not require grad.
        """
        if not self.requires_grad:
            raise RuntimeError(
                "can't retain_grad on Tensor that has requires_grad=False: it will get no gradient."
            )
        if self._node is not None:
            self._node.keep_for(weakref.ref(self))  # weakly: the tensor holds the node already

    def register_hook(self, hook: Callable[[Array], Any]) -> RemovableHandle:
        """Call `hook` with this tensor's gradient when it is complete.

        Args:
            hook: Receives the gradient; a result other than `None` replaces it.

        Returns:
            A handle whose `remove()` removes the hook.

        Raises:
            RuntimeError: The tensor does not require grad.
        """
        if not self.requires_grad:
            raise RuntimeError(
                "cannot register a hook on a tensor that doesn't require gradient: it would never "
                "be called."
            )
        holder = self._node or self
        holder.hooks = holder.hooks or {}
        return RemovableHandle(holder, holder.hooks, hook)

    def detach(self) -> Tensor:
        """Return a tensor on the same memory and without history."""
        return wrap(self._data)

    def __getstate__(self) -> dict[str, Any]:
        """Return what `copy.deepcopy` and `pickle` keep of a leaf."""
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol: the graph would have to be copied as well. Use detach() or clone()."
            )
        names = ("_data", "grad", "_requires_grad")
        return {name: self.__dict__[name] for name in names if name in self.__dict__}

    if not TYPE_CHECKING:  # a checker would take every name for an attribute

        def __getattr__(self, name: str) -> Any:
            raise UnknownNameError("'Tensor' object", name, self, "Tensor")

    def __repr__(self) -> str:
        text = np.array2string(self._data, separator=", ", prefix="Tensor(")
        if self._data.dtype not in (np.float32, np.int64, np.bool_):
            text += f", dtype={self._data.dtype}"
        if self.grad_fn is not None:
            return f"Tensor({text}, grad_fn={self.grad_fn.name()})"
        return f"Tensor({text}{', requires_grad=True' if self.requires_grad else ''})"


def require_inputs(tensors: list[Tensor]) -> None:
    """Raise `RuntimeError` if one of the tensors to differentiate by does not require grad."""
    for position, tensor in enumerate(tensors):
        if not tensor.requires_grad:
            raise RuntimeError(
                f"One of the differentiated Tensors does not require grad: input {position}, of "
                f"shape {tensor.shape}. Create it with requires_grad=True."
            )


Concrete.Tensor = Tensor

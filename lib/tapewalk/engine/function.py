"""Operations: one class each, with its computation forward and its gradient backward."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from inspect import getattr_static
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import numpy as np
from numpy import ndarray

from tapewalk.engine.core import Concrete, TensorCore, wrap
from tapewalk.engine.errors import misfit
from tapewalk.engine.grad_mode import is_recording
from tapewalk.engine.memory import Array, journal, owner
from tapewalk.engine.observing import observers
from tapewalk.engine.pytorch_form import Arriving, Outcome, taking_gradients, taking_tensors

if TYPE_CHECKING:
    from tapewalk.gradients.checkpointing import Segment
    from tapewalk.tensor.tensor import Tensor

# Creation numbers. A node is always made after its operands, so counting down visits every
# node after everything that used it.
next_number: Final[Callable[[], int]] = count(1).__next__

# Decorates functions whose ordinary results may be infinite or NaN, as 1 / 0 is: no warning then,
# as in PyTorch. It costs as much as a small operation, so other rules leave NumPy's warnings on.
quiet: Final = np.errstate(all="ignore")

Parent: TypeAlias = "Function | Tensor | None"


class Function:
    """One operation and, once it has run on a tensor that requires grad, one node of the graph.

    Subclass it, write `forward` and `backward`, and call `YourFunction.apply(...)`. `forward`
    receives the operands with tensors replaced by their NumPy arrays, and returns an array, or a
    tuple of them. `backward` receives the gradient of each result and returns one gradient for each
    operand, in order, `None` where there is none.

    Both may also be static methods with `ctx` as their first argument, as in PyTorch: they receive
    and return tensors then, and `setup_context(ctx, inputs, output)` may be separate from a
    `forward` without `ctx`.

    Attributes:
        number: Creation number; operands have smaller ones.
        parents: For each operand the node that made it, the leaf tensor itself, or `None`.
        result_shape: The shape of the result.
        result_dtype: Its number type.

    Example:
        >>> import numpy as np
        >>> from tapewalk import Function, Tensor
        >>> class Cube(Function):
        ...     def forward(self, x):
        ...         self.save_for_backward(x)
        ...         return x**3
        ...     def backward(self, grad):
        ...         (x,) = self.saved_tensors
        ...         return 3 * x**2 * grad
        >>> x = Tensor([2.0], requires_grad=True)
        >>> Cube.apply(x).backward()
        >>> x.grad
        array([12.], dtype=float32)
    """

    builtin: ClassVar[bool] = False
    tensors: ClassVar[bool] = False  # whether a user's rules take tensors, as PyTorch's do
    view: ClassVar[bool] = False

    # Facts about an operation of the library, from which `tapewalk.tensor.derived` makes the method
    # of tensors, the free function, and the rule for NumPy's function.
    method: ClassVar[str] = ""  # the name of the first two; without one it is called elsewhere
    numpy: ClassVar[Any] = ()  # NumPy's function, or functions, that mean the same
    floats: ClassVar[bool] = False  # whether integers become float32 before it runs
    category: ClassVar[str] = "compute"  # one of those in `tapewalk.inspect.categories`
    # The entries of `saved`: each is the name of an operand of `forward`, or "result", or
    # "constant" if `backward` only compares it. Second derivatives need it to know what the saved
    # arrays depend on.
    saves: ClassVar[tuple[str, ...]] = ()

    # Class attributes are the defaults: a node only stores what differs from them.
    number = 0
    parents: tuple[Parent, ...] = ()
    saved: Any = ()
    writes = 0
    operands: Sequence[tuple[int, ...] | None] = ()
    origins: tuple[int | str | None, ...] = ()  # of a custom function: operands or results it saved
    results: Sequence[tuple[tuple[int, ...], Any] | None] = ()  # shape and type, of several
    materialize = True
    hooks: dict[int, Callable[[Array], Any]] | None = None
    retained: weakref.ref[Tensor] | None = None
    modules: tuple[tuple[int, int, str], ...] = ()
    made_at: str | None = None
    segment: Segment | None = None  # of a checkpoint: computes the saved arrays again
    result_shape: tuple[int, ...] | None = None
    result_dtype: np.dtype[Any] | None = None

    def __init_subclass__(cls) -> None:
        # The gradients of the library's own functions are proved by its tests, and are always
        # new arrays, the incoming gradient, or views. Those of other functions are checked.
        cls.builtin = cls.__module__.startswith("tapewalk.")
        if cls.builtin:
            return
        forward, backward = getattr_static(cls, "forward"), getattr_static(cls, "backward")
        if isinstance(forward, staticmethod):
            setup = getattr_static(cls, "setup_context", None)
            cls.forward = taking_tensors(forward.__func__, setup and setup.__func__)  # type: ignore[method-assign]
            cls.tensors = True
        if not hasattr(backward, "adapted"):
            rule = getattr(backward, "__func__", backward)
            cls.backward = taking_gradients(rule, cls.tensors)  # type: ignore[method-assign]

    def forward(self, *arrays: Any, **options: Any) -> Any:
        """Return the result of the operation, as an array."""
        raise NotImplementedError(f"{type(self).__name__} needs a method forward")

    def backward(self, *grads: Any, **_: Any) -> Any:  # so that subclasses may take fewer
        """Return the gradient of each operand, given the gradient of each result."""
        raise NotImplementedError(f"{type(self).__name__} needs a method backward")

    @classmethod
    def of(cls, *operands: Any, **options: Any) -> Any:
        """Return the result for arrays, or for tensors, which is recorded. Rules call this."""
        for x in operands:
            if isinstance(x, TensorCore):
                return cls.apply(*operands, **options)
        return cls().forward(*operands, **options)

    @classmethod
    def apply(cls, *inputs: Any, **options: Any) -> Tensor:
        """Run the operation and, if an operand requires grad, record it.

        Args:
            *inputs: Operands: tensors, and whatever else `forward` takes in their places.
            **options: Settings, passed to `forward` by name; they have no gradients.

        Returns:
            A new tensor whose `grad_fn` is the node.

        Raises:
            ShapeError: The shapes of the operands don't fit together.
        """
        kind = Concrete.Tensor  # a local name is found faster, and this runs often
        node = cls()
        arrays: list[Any] = []
        parents: list[Parent] = []
        tracked = False
        for x in inputs:
            parent = None
            if isinstance(x, kind):
                if x._source is not None:
                    x._renew()
                if x._requires_grad:
                    parent, tracked = x._node or x, True
                x = x._data
            arrays.append(x)
            parents.append(parent)
        if tracked and not is_recording():
            tracked, parents = False, [None] * len(parents)
        node.parents = tuple(parents)
        try:
            data = node.forward(*arrays, **options)
        except ValueError as error:
            raise _explained(cls, arrays, error) from error
        if type(data) is not ndarray:
            if isinstance(data, tuple):
                returned: Tensor = _finished(node, inputs, data, tracked)
                return returned
            data = _as_array(data)
        result: Tensor = _new(kind)
        result._data = data
        if cls.view:
            _note_source(result, cls, inputs, options)
        if tracked:
            result._requires_grad = True
            result._node = node
            node.number = next_number()
            node.writes = journal.total
            node.result_shape, node.result_dtype = data.shape, data.dtype
            if not cls.builtin:
                node.operands = [getattr(a, "shape", None) for a in arrays]
                node.origins = tuple([_origin(s, arrays, data) for s in node.saved])
                result._of_custom_function = _is_on_memory_of(arrays, data)
            for observe in observers():
                observe(node, inputs, result)
        return result

    def save_for_backward(self, *values: Any) -> None:
        """Keep arrays until `backward`; a write to their memory before then is an error there."""
        self.saved = tuple([v._data if isinstance(v, TensorCore) else v for v in values])

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Mark operands as written in place; each must be returned, and is the result.

        Only where `forward` is a static method, as in PyTorch.
        """
        self._require_tensors("mark_dirty", tensors)
        self.__dict__["dirty"] = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Mark results that have no gradient, such as positions.

        Only where `forward` is a static method, as in PyTorch.
        """
        self._require_tensors("mark_non_differentiable", tensors)
        self.__dict__["flat"] = tensors

    def _require_tensors(self, name: str, tensors: tuple[Any, ...]) -> None:
        if not self.tensors or not all(isinstance(x, TensorCore) for x in tensors):
            raise TypeError(
                f"{name} takes tensors: operands or results of a forward that is a static method "
                "with ctx. A forward written with self works on arrays and returns new arrays."
            )

    def set_materialize_grads(self, value: bool) -> None:
        """Choose whether `backward` receives zeros for an unused result, or `None`."""
        self.materialize = value

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The arrays that `save_for_backward` kept, as tensors in PyTorch's form.

        Raises:
            RuntimeError: `backward` has run and freed them.
        """
        if self.saved is None:
            self.recall()
        if self.tensors:
            return tuple([wrap(a) if isinstance(a, ndarray) else a for a in self.saved])
        return tuple(self.saved)

    def saved_as_tensors(self) -> tuple[Any, ...] | None:
        """Return the saved arrays as tensors with a history, or `None` if `saves` describes them.

        For second derivatives of an operation that saves more than operands and its result.
        """
        return None

    def recall(self) -> None:
        """Compute the saved arrays again that a checkpoint has dropped.

        Raises:
            RuntimeError: There was no checkpoint: `backward` has run and freed them.
        """
        if self.segment is None:
            raise RuntimeError(
                "Trying to backward through the graph a second time (or directly access saved "
                "tensors after they have already been freed). The saved values of a graph are "
                "freed as backward runs, so that memory shrinks while gradients grow. Usually "
                "backward() ran twice on one loss, or a tensor of an earlier step is still in use: "
                "compute the loss again, call detach() on what is carried over, or pass "
                "retain_graph=True to the first backward."
            )
        self.segment.restore()
        if self.saved is None:  # a checkpoint within that one has dropped it again
            self.recall()

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """Whether each operand's gradient will be used."""
        return tuple([parent is not None for parent in self.parents])

    @property
    def next_functions(self) -> tuple[tuple[Function | None, int], ...]:
        """For each operand the node to send its gradient to and 0, as in PyTorch."""
        return tuple(
            [
                (p if p is None or isinstance(p, Function) else accumulate_grad(p), 0)
                for p in self.parents
            ]
        )

    def keep_for(self, tensor: weakref.ref[Tensor]) -> None:
        """Let `backward` store the incoming gradient as the `grad` of `tensor`."""
        self.retained, self.hooks = tensor, self.hooks or {}  # `backward` first asks for hooks

    def name(self) -> str:
        """Return the name of the node, the operation's with `Backward` after it."""
        return type(self).__name__ + "Backward"

    def __repr__(self) -> str:
        return f"<{self.name()} number {self.number}>"


class Output(Function):
    """One of several results of a function: passes its gradient on with its position.

    Attributes:
        position: Its place among the results.
    """

    category = "layout_free"
    position: int

    def backward(self, grad: Array) -> Any:
        """Return g as the gradient of this result alone."""
        return Arriving({self.position: grad})


class AccumulateGrad(Function):
    """The end of a path: adds the incoming gradient to the `grad` of one leaf.

    Attributes:
        variable: The leaf tensor.
    """

    category = "accumulate"
    variable: Tensor

    def name(self) -> str:
        """Return the name of the node."""
        return "AccumulateGrad"


def accumulate_grad(leaf: Tensor) -> AccumulateGrad:
    """Return the node of `leaf` in `next_functions`, the same one while it is referenced."""
    # The leaf has a weak reference to it: a strong one would make a reference cycle.
    node = leaf._accumulator() if leaf._accumulator is not None else None
    if node is None:
        node = AccumulateGrad()
        node.variable = leaf
        leaf._accumulator = weakref.ref(node)
    return node


def _finished(node: Function, inputs: Any, data: Any, tracked: bool) -> Any:
    """Return the results of a custom function: several, or operands that it wrote in place."""
    is_outcome = isinstance(data, Outcome)
    single = is_outcome and data.single
    places, flat = (data.places, data.flat) if is_outcome else ((None,) * len(data), set())
    if tracked:
        node.number, node.writes = next_number(), journal.total
        node.operands = [getattr(x, "shape", None) for x in inputs]
    arrays: list[Any] = [x._data if isinstance(x, TensorCore) else x for x in inputs]
    results: list[Any] = []
    forms: list[Any] = []
    for position, (item, place) in enumerate(zip(data, places, strict=True)):
        if not isinstance(item, ndarray | np.generic | TensorCore):
            forms.append(None)
            results.append(item)
            continue
        result = wrap(_as_array(item))
        array = result._data
        forms.append((array.shape, array.dtype))
        if tracked and array.dtype.kind == "f" and position not in flat:
            result._requires_grad, result._node = True, node
            if not single:
                part = result._node = Output()
                part.position, part.parents, part.number = position, (node,), next_number()
                part.result_shape, part.result_dtype = forms[-1]
            result._of_custom_function = _is_on_memory_of(arrays, array)
        if place is not None:
            journal.note(array)
            node.writes = journal.total
            if isinstance(inputs[place], TensorCore):
                written: Any = inputs[place]
                result = written._become(result) if result._requires_grad else written
        results.append(result)
    if tracked:
        if forms[0] is not None:
            node.result_shape, node.result_dtype = forms[0]
        own = [r._data for r in results if isinstance(r, TensorCore)]
        if single:
            node.origins = tuple([_origin(s, arrays, own[0]) for s in node.saved])
        else:  # what a saved result depends on is unknown
            node.results = forms
            node.origins = tuple(
                [None if any(s is a for a in own) else _origin(s, arrays) for s in node.saved]
            )
        made: list[Any] = [r for r in results if isinstance(r, TensorCore)]
        for observe in observers():
            observe(node, inputs, made[0])
            for result in made:
                if isinstance(result._node, Output):
                    observe(result._node, (), result)
    return results[0] if single else tuple(results)


def _note_source(result: Tensor, cls: type[Function], inputs: Any, options: Any) -> None:
    """Record what `result` is a view of, if it shares the memory of its first operand."""
    source = inputs[0]
    base, own = result._data.base, source._data
    if base is not own and (base is None or base is not own.base):
        return
    if source._quiet_view or (source._requires_grad and not is_recording()):
        result._quiet_view = True  # a source would keep its graph alive for nothing
    else:
        result._source = source
        result._seen = journal.total
        result._look = cls, inputs, options


def _is_on_memory_of(arrays: list[Any], data: Array) -> bool:
    """Return whether a result is a view of the memory of an operand."""
    own = owner(data)
    return any(isinstance(array, ndarray) and owner(array) is own for array in arrays)


def _origin(saved: Any, arrays: list[Any], data: Any = None) -> int | str | None:
    """Return which operand something saved is, by position, or "result"."""
    if saved is data is not None:
        return "result"
    return next((i for i, array in enumerate(arrays) if saved is array), None)


def _as_array(data: Any) -> Array:
    """Return what `forward` returned as an array."""
    return data._data if isinstance(data, TensorCore) else np.asarray(data)


def _explained(cls: type[Function], arrays: list[Any], error: ValueError) -> ValueError:
    """Return the error of a built-in function with the shapes in it."""
    about_shapes = any(
        word in str(error) for word in ("broadcast", "mismatch", "dimension", "aligned")
    )
    if cls.builtin and about_shapes and not isinstance(error, RuntimeError):
        return misfit(cls.__name__, arrays, error)
    return error


_new = object.__new__

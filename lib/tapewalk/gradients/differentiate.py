"""Gradients as results: of tensors already computed, and of plain functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, overload

import numpy as np

from tapewalk.engine import backward
from tapewalk.engine.errors import ShapeError
from tapewalk.engine.function import next_number
from tapewalk.engine.grad_mode import enable_grad, is_recording, set_grad_enabled
from tapewalk.scalar import second_order
from tapewalk.scalar.value import Value
from tapewalk.tensor.creation import as_tensor
from tapewalk.tensor.functional import stack
from tapewalk.tensor.tensor import Tensor, require_inputs


@overload
def grad(target: Callable[..., Any], inputs: Any = 0, **settings: Any) -> Callable[..., Any]: ...
@overload
def grad(
    target: Tensor | Value | Sequence[Tensor], inputs: Any, grad_outputs: Any = ..., **settings: Any
) -> tuple[Any, ...]: ...
def grad(target: Any, inputs: Any = 0, grad_outputs: Any = None, **settings: Any) -> Any:
    """Return gradients, in one of two ways, depending on what is differentiated.

    Of tensors or a `Value`, as `torch.autograd.grad`: no `.grad` changes. Of a plain function, as
    in HIPS autograd: the result is a function with the same arguments that returns the gradient.

    Args:
        target: A tensor, a sequence of tensors, a `Value`, or a function that returns a single
            number.
        inputs: The tensor or tensors to differentiate with respect to; for a function the
            position, or positions, of the arguments.
        grad_outputs: The gradients to start from, for tensors that are not single numbers.
        **settings: `retain_graph=True` keeps the graph; `create_graph=True` records this pass
            as well, so that the gradients are tensors that can be differentiated again;
            `allow_unused=True` returns `None` for an input that was not used. A function
            takes only `has_aux=True`: it returns a pair, whose second part is returned with the
            gradient.

    Returns:
        A tuple of arrays, or of tensors with `create_graph`, one for each input; of a `Value`, of
            numbers or values; or a function, whose gradients are tensors with a history if they
            depend on other tensors that require grad.

    Raises:
        RuntimeError: A target has no history, or an input was not used or requires no grad.
        TypeError: The function does not return a single real number.
        NotImplementedError: Second derivatives of a custom function that saved an array of unknown
            history.

    Example:
        >>> grad(lambda x: x**3)(2.0)
        np.float64(12.0)
        >>> grad(grad(lambda x: x**3))(2.0)
        np.float64(12.0)
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> grad((x * x).sum(), x)
        (array([2., 4.], dtype=float32),)
        >>> (slope,) = grad((x**3).sum(), x, create_graph=True)
        >>> grad(slope.sum(), x)
        (array([ 6., 12.], dtype=float32),)
    """
    if isinstance(target, Value):
        wanted = [inputs] if isinstance(inputs, Value) else list(inputs)
        return second_order.gradients(
            target, wanted, 1.0 if grad_outputs is None else grad_outputs, **settings
        )
    if isinstance(target, (Tensor, list, tuple)):
        return _of_tensors(target, inputs, grad_outputs, **settings)
    if not callable(target):
        raise TypeError(f"grad() takes tensors or a function, got {target!r:.80}.")
    both = value_and_grad(target, inputs, **settings)

    @wraps(target)
    def gradient(*arguments: Any, **named: Any) -> Any:
        value, gradients = both(*arguments, **named)
        return (gradients, value[1]) if settings.get("has_aux") else gradients

    return gradient


def value_and_grad(
    function: Callable[..., Any], argnum: Any = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """Return a function that returns the value of `function` and its gradient.

    Args:
        function: Takes numbers, arrays, or nested lists, tuples and dicts of them, and returns a
            single number. NumPy's functions work inside.
        argnum: The position of the argument to differentiate with respect to, or a sequence
            of positions.
        has_aux: Whether `function` returns a pair: that number, and what else is of interest,
            which is returned beside the value.

    Raises:
        TypeError: The result is not a single number; the call raises it.

    Example:
        >>> value_and_grad(np.tanh)(0.0)
        (np.float64(0.0), np.float64(1.0))
    """

    @wraps(function)
    def value_and_gradient(*arguments: Any, **settings: Any) -> tuple[Any, Any]:
        run = _Run(function, argnum, arguments, settings, has_aux)
        if run.result.size != 1:
            raise TypeError(
                "Grad only applies to real scalar-output functions: this one returned shape "
                f"{run.result.shape}. Try jacobian or elementwise_grad."
            )
        value = run.given_back(run.result)
        gradients = run.gradients(np.ones(run.result.shape))
        return ((value, run.aux) if has_aux else value), gradients

    return value_and_gradient


def elementwise_grad(function: Callable[..., Any], argnum: Any = 0) -> Callable[..., Any]:
    """Return a function that returns the gradient of the sum of `function`'s entries.

    For a function that works entry by entry, that is the derivative of each entry.

    Args:
        function: Takes and returns arrays.
        argnum: The position of the argument to differentiate with respect to, or a sequence
            of positions.

    Example:
        >>> elementwise_grad(lambda x: x**2)(np.array([1.0, 2.0]))
        array([2., 4.])
    """

    @wraps(function)
    def gradient(*arguments: Any, **settings: Any) -> Any:
        run = _Run(function, argnum, arguments, settings)
        return run.gradients(np.ones(run.result.shape))

    return gradient


def jacobian(function: Callable[..., Any], argnum: Any = 0) -> Callable[..., Any]:
    """Return a function that returns the derivatives of all results with respect to all inputs.

    Args:
        function: Takes and returns arrays.
        argnum: The position of the argument to differentiate with respect to, or a sequence
            of positions.

    Returns:
        A function whose result has the shape of the value followed by that of the argument; a
        tuple of them for a sequence of positions.

    Example:
        >>> jacobian(lambda x: x * x)(np.array([1.0, 2.0]))
        array([[2., 0.],
               [0., 4.]])
    """
    several = isinstance(argnum, (list, tuple))
    positions = tuple(argnum) if several else (argnum,)

    @wraps(function)
    def derivative(*arguments: Any, **settings: Any) -> Any:
        run = _Run(function, positions, arguments, settings)
        result, rows = run.result, []
        for position in range(result.size):
            start = np.zeros(result.size, result.dtype)
            start[position] = 1
            rows.append(run.gradients(start.reshape(result.shape)))
        matrices = []
        for place, position in enumerate(positions):
            shape = result.shape + np.shape(arguments[position])
            own = [row[place] for row in rows]
            recorded = any(isinstance(row, Tensor) for row in own)
            whole = stack(own) if recorded else np.array(own, result.dtype)
            matrices.append(whole.reshape(shape))
        return tuple(matrices) if several else matrices[0]

    return derivative


def hessian(function: Callable[..., Any], argnum: Any = 0) -> Callable[..., Any]:
    """Return a function that returns the matrix of second derivatives, the Jacobian's Jacobian.

    Args:
        function: Takes arrays and returns a single number, or an array of them.
        argnum: The position of the argument to differentiate with respect to, or a sequence
            of positions.

    Returns:
        A function whose result has the shape of the value, followed by that of the argument
        twice; for a sequence of positions, a tuple of tuples, a row for each first position.

    Example:
        >>> hessian(lambda x: np.sum(x**3))(np.array([1.0, 2.0]))
        array([[ 6.,  0.],
               [ 0., 12.]])
    """
    if not isinstance(argnum, (list, tuple)):
        return jacobian(jacobian(function, argnum), argnum)
    rows = [jacobian(jacobian(function, position), argnum) for position in argnum]
    return lambda *arguments, **settings: tuple([row(*arguments, **settings) for row in rows])


def hessian_vector_product(function: Callable[..., Any], argnum: Any = 0) -> Callable[..., Any]:
    """Return a function that multiplies the matrix of second derivatives by a vector.

    The matrix itself, n by n for n numbers, is never made: the product is the gradient of the
    gradient's component along the vector, for the price of a few gradients. Source: Pearlmutter
    (1994), Fast Exact Multiplication by the Hessian.

    Args:
        function: Takes numbers, arrays, or nested lists, tuples and dicts of them, and returns a
            single number.
        argnum: The position of the argument to differentiate with respect to, or a sequence
            of positions.

    Returns:
        A function of the same arguments and, last, the vector. It has the shape and nesting of
        the argument at `argnum`; for a sequence of positions, it is a tuple.

    Example:
        >>> product = hessian_vector_product(lambda x: np.sum(x**3))
        >>> product(np.array([1.0, 2.0]), np.array([1.0, 10.0]))
        array([  6., 120.])
    """

    @wraps(function)
    def product(*arguments: Any, **settings: Any) -> Any:
        *given, vector = arguments

        def along(*inner: Any) -> Any:
            return _dot(grad(function, argnum)(*inner, **settings), vector)

        return grad(along, argnum)(*given)

    return product


def vjp(function: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """Return the value of a function, and a function that multiplies a vector by its Jacobian.

    Args:
        function: Takes numbers and arrays, and returns one.
        *primals: Its arguments.
        has_aux: Whether `function` returns a pair, whose second part is returned last.

    Returns:
        The value and a function: it takes a vector of the value's shape and returns a tuple of
        gradients, one for each argument. It can be called several times.

    Raises:
        ShapeError: The vector has another shape than the value; the returned function raises it.

    Example:
        >>> value, product = vjp(lambda x: x**2, np.array([1.0, 3.0]))
        >>> product(np.array([1.0, 10.0]))
        (array([ 2., 60.]),)
    """
    run = _Run(function, tuple(range(len(primals))), primals, {}, has_aux)

    def product(vector: Any) -> Any:
        start = as_tensor(vector)
        if start.shape != run.result.shape:
            raise ShapeError(
                f"vjp needs a vector of the same shape as the value, {run.result.shape}, got "
                f"{start.shape}."
            )
        run.nested |= is_recording() and start.requires_grad
        return run.gradients(start if run.nested else start._data)

    value = run.given_back(run.result)
    return (value, product, run.aux) if has_aux else (value, product)


def jvp(
    function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]
) -> tuple[Any, Any]:
    """Return the value of a function and how fast it moves when its arguments move.

    The Jacobian times a vector, without the Jacobian: a VJP is linear in its vector, and its
    gradient is the JVP. For `Value` there is forward mode proper, `tapewalk.Dual`. Source: Townsend
    (2017), A new trick for calculating Jacobian vector products.

    Args:
        function: Takes numbers and arrays, and returns one.
        primals: Its arguments.
        tangents: How fast each of them moves, in the same shape.

    Returns:
        The value and the derivative along the tangents, in the same shape.

    Example:
        >>> jvp(np.sin, (0.0,), (2.0,))
        (np.float64(0.0), np.float64(2.0))
    """
    run = _Run(function, tuple(range(len(primals))), primals, {})
    result = run.result
    value = run.given_back(result)
    start = Tensor(np.zeros(result.shape), requires_grad=True, dtype=result.dtype)
    moved: Any = np.zeros(result.shape, result.dtype)
    recording = is_recording()
    with enable_grad():
        along = _dot(run.pulled_back(start, recorded=True), tuple(tangents))
        run.own.add(start)
        run.nested = recording and run.depends_on_others(along)
    if along.requires_grad:
        one = np.ones(along.shape, along.dtype)
        moved = _pulled(along, one, [start], run.nested).get(start, moved)
    return value, run.given_back(moved)


def _of_tensors(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any,
    retain_graph: bool = False,
    allow_unused: bool = False,
    create_graph: bool = False,
) -> tuple[Any, ...]:
    roots = [outputs] if isinstance(outputs, Tensor) else list(outputs)
    wanted = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    one = isinstance(grad_outputs, (Tensor, np.ndarray)) or grad_outputs is None
    starts = [grad_outputs] * len(roots) if one else list(grad_outputs)
    require_inputs(wanted)
    pairs = [(root, root._start(start)) for root, start in zip(roots, starts, strict=True)]
    if create_graph:  # a tensor to start from keeps its history
        pairs = [
            (root, start if isinstance(start, Tensor) else array)
            for (root, array), start in zip(pairs, starts, strict=True)
        ]
    else:
        backward.refuse_inside(roots)
    with set_grad_enabled(create_graph):
        by_place = backward.run(
            pairs, retain_graph=retain_graph, wanted=wanted, create_graph=create_graph
        )
    found = [by_place.get(backward.place(tensor)) for tensor in wanted]
    # NumPy makes a number of an array without axes.
    gradients = tuple([np.asarray(g) if isinstance(g, np.generic) else g for g in found])
    if not allow_unused and any(gradient is None for gradient in gradients):
        raise RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph: input "
            f"{[g is None for g in gradients].index(True)}. Set allow_unused=True if this is the "
            "desired behavior."
        )
    return gradients


class _Run:
    """A call of a plain function, in which tensors replace the arguments at `argnum`.

    Attributes:
        result: The result, as a tensor.
        aux: With `has_aux` the second part of the result, whose tensors are arrays again.
        leaves: The tensors that replace arguments.
        nested: Whether the result depends on other leaves that require grad, as inside of another
            `grad` or where one is a variable of the function: then it has a history.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        argnum: Any,
        arguments: Sequence[Any],
        settings: dict[str, Any],
        has_aux: bool = False,
    ) -> None:
        self.given, self.leaves = list(arguments), list[Tensor]()
        several = isinstance(argnum, (list, tuple))
        positions = argnum if several else (argnum,)
        recording, self.start = is_recording(), next_number()
        with enable_grad():
            for position in positions:
                if position not in range(-len(self.given), len(self.given)):
                    raise IndexError(
                        f"there is no argument {position!r} to differentiate with respect to: "
                        f"{len(self.given)} are given by position."
                    )
                self.given[position] = _mapped(self._as_leaf, self.given[position])
            with backward.differentiating(self.leaves):
                result = function(*self.given, **settings)
        aux = None
        if has_aux:
            if not isinstance(result, tuple) or len(result) != 2:
                raise TypeError(
                    "with has_aux=True the function returns a pair, the value to differentiate and "
                    f"something else: got {result!r:.80}."
                )
            result, aux = result
        if not isinstance(result, Tensor):
            if result is None or np.asarray(result).dtype.kind not in "biuf":
                raise TypeError(
                    "Grad only applies to functions that return a tensor or a real number: this "
                    f"one returned {result!r:.80}. Usually a return is missing."
                )
            result = Tensor(result, dtype=np.float64)
        self.result: Tensor = result
        self.own: set[Any] = {leaf for leaf in self.leaves if leaf.is_leaf}
        self.nested = recording and self.depends_on_others(result)
        taken = tuple([self.given[position] for position in positions])
        self.taken: Any = taken if several else taken[0]
        self.aux = _mapped(lambda x: self.given_back(x) if isinstance(x, Tensor) else x, aux)

    def _as_leaf(self, value: Any) -> Tensor:
        """Return a number, array or tensor as one of the leaves of this run."""
        if isinstance(value, Tensor) and value.requires_grad:
            # It has a history of its own: a copy, so that paths around it are not counted.
            leaf = value.clone()
        else:
            array = value._data if isinstance(value, Tensor) else np.asarray(value)
            is_float = array.dtype.kind not in "biu"
            leaf = Tensor(array if is_float else array.astype(np.float64), requires_grad=True)
        self.leaves.append(leaf)
        return leaf

    def depends_on_others(self, result: Tensor) -> bool:
        """Return whether a result depends on leaves of other runs."""
        root = backward.place(result)
        return result.requires_grad and backward.depends_on_others(root, self.own, self.start)

    def gradients(self, start: Any) -> Any:
        """Return the gradients of the leaves, nested as the arguments."""
        pulled = self.pulled_back(start.astype(self.result.dtype), recorded=self.nested)
        return _mapped(self.given_back, pulled)

    def pulled_back(self, start: Any, recorded: bool) -> Any:
        """Return the same gradients before their conversion: tensors if `recorded`."""
        gradients: dict[Any, Any] = {}
        if self.result.requires_grad:
            gradients = _pulled(self.result, start, self.leaves, recorded)

        def gradient_of(leaf: Tensor) -> Any:
            gradient = gradients.get(backward.place(leaf))
            return np.zeros_like(leaf._data) if gradient is None else gradient

        return _mapped(gradient_of, self.taken)

    def given_back(self, result: Any) -> Any:
        """Return a result for the user: a tensor if it may be differentiated, else an array."""
        if isinstance(result, Tensor):
            if self.nested and self.depends_on_others(result):
                return result
            result = result._data
        return np.asarray(result)[()]  # a 0-d array as a number


def _pulled(result: Tensor, start: Any, leaves: list[Tensor], recorded: bool) -> dict[Any, Any]:
    """Return the gradients of leaves by place; the graph can be used again."""
    with set_grad_enabled(recorded):
        return backward.run(
            [(result, start)], retain_graph=True, wanted=leaves, create_graph=recorded
        )


def _dot(a: Any, b: Any) -> Any:
    """Return the sum of the products of the entries of two nested structures."""
    if isinstance(a, dict):
        return _dot([a[key] for key in a], [b[key] for key in a])
    if isinstance(a, (list, tuple)):
        products = [_dot(x, y) for x, y in zip(a, b, strict=True)]
        return sum(products[1:], products[0])
    x = a if isinstance(a, Tensor) else Tensor(np.asarray(a))
    y = b if isinstance(b, Tensor) else np.asarray(b, x.dtype)
    if x.shape != y.shape:
        raise ShapeError(
            f"the vector to multiply by must have the shape of the input, {x.shape}: got {y.shape}."
        )
    return (x * y).sum()


def _mapped(function: Callable[[Any], Any], tree: Any) -> Any:
    """Return a nested structure in which a function has replaced each tensor, array and number."""
    if isinstance(tree, (list, tuple)):
        return type(tree)([_mapped(function, part) for part in tree])
    if isinstance(tree, dict):
        return {key: _mapped(function, part) for key, part in tree.items()}
    return function(tree)

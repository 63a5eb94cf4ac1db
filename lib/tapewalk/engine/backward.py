"""The backward pass: one loop over a heap, newest operation first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from heapq import heappop, heappush
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import numpy as np

from tapewalk.engine import anomaly, twice
from tapewalk.engine.core import TensorCore, wrap
from tapewalk.engine.errors import ShapeError, overwritten
from tapewalk.engine.function import Function, quiet
from tapewalk.engine.gradient import Gradient
from tapewalk.engine.hooks import call_hooks, hooked
from tapewalk.engine.memory import Array, journal

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor

Place: TypeAlias = "Function | Tensor"  # where gradients are added up: a node, or a leaf
_adding: Final = Lock()  # without it, two threads that add to one `grad` could lose an addition
_by_number = attrgetter("number")

Observer: TypeAlias = Callable[[Function, Array, tuple[Any, ...]], None]


@quiet  # gradients may be infinite, as in PyTorch: detect_anomaly reports them, so NumPy need not
def run(
    roots: Sequence[tuple[Tensor, Any]],
    *,
    retain_graph: bool = False,
    wanted: Iterable[Tensor] | None = None,
    observe: Observer | None = None,
    hooks: bool = True,
    create_graph: bool = False,
    keep: bool = False,
) -> dict[Place, Any]:
    """Send gradients from `roots` back through the graph.

    A node goes on the heap when its first gradient arrives. All nodes that use its result are
    newer, so when it is the newest on the heap, its gradient is complete. This needs no recursion
    and no sorting, and each node runs once however many paths lead to it.

    Args:
        roots: Tensors and the gradients to start from, of the same shapes. These arrays must not be
            used elsewhere, since a leaf may store them as its `grad`.
        retain_graph: Keep the saved arrays of the nodes for another pass.
        wanted: If given, only these tensors' gradients are computed, and no `.grad` changes.
        observe: Called with each node, the gradient that arrived and those it returned.
        hooks: Whether to call hooks, which may change gradients.
        create_graph: Record the pass, so that the gradients are tensors with derivatives; only for
            `wanted` tensors.
        keep: Add gradients to `grad` in spite of `wanted`: those of the wanted tensors, and of
            tensors that retain theirs.

    Returns:
        The gradients of the wanted tensors, by leaf or node.

    Raises:
        RuntimeError: The graph is freed, a saved value was changed in place, a gradient of a
            custom function does not fit its operand, or one is NaN under `detect_anomaly`.
    """
    pending: dict[Place, Any] = {}  # gradients gathered so far
    heap: list[tuple[int, Any]] = []
    for tensor, start in roots:
        root = place(tensor)
        if create_graph and not isinstance(start, TensorCore):
            start = wrap(start)
        gathered = pending.get(root)
        pending[root] = start if gathered is None else gathered + start
        if gathered is None and root.number:
            heappush(heap, (-root.number, root))
    targets = None if wanted is None else {place(tensor) for tensor in wanted}
    useful = None if targets is None else _leading_to(targets, pending)
    inner = () if targets is None else {target for target in targets if target.number}
    complete = _complete_after(pending) if hooked and hooks else {}
    suspicious = anomaly.is_enabled()
    collected: dict[Place, Any] = {}
    while heap:
        node: Function = heappop(heap)[1]
        grad = pending.pop(node)
        if useful is not None and node not in useful and node not in inner:
            continue
        if node.hooks is not None and hooks:
            grad = _show(node, grad, keep=targets is None or keep)
        if inner and node in inner:
            collected[node] = grad
            if useful is not None and node not in useful:
                continue
        if node.saved is None:
            node.recall()
        if node.writes != journal.total:
            _check_unchanged(node)
        grads = twice.gradients(node, grad) if create_graph else node.backward(grad)
        if type(grads) is not tuple:
            grads = (grads,)
        if not node.builtin:
            grads = _checked(node, grads, create_graph)
        if suspicious:
            anomaly.check(node, grads)
        if observe is not None:
            observe(node, grad, grads)
        if node.saved and not retain_graph and not create_graph:
            node.saved = None
        for parent, g in zip(node.parents, grads):  # noqa: B905  (as long, or checked before)
            if parent is None or g is None:
                continue
            gathered = pending.get(parent)
            if gathered is not None:
                pending[parent] = gathered + g
            elif parent.number:
                pending[parent] = g
                heappush(heap, (-parent.number, parent))
            elif create_graph:
                pending[parent] = g
            else:
                # A leaf keeps the array as its .grad: that has to be memory of its own.
                pending[parent] = g.copy() if g is grad or g.base is not None else g
        if complete:
            for leaf in complete.get(node, ()):
                if leaf in pending:
                    _arrive(leaf, pending.pop(leaf), targets, collected, hooks)
    leaves: Any = pending  # every node has been taken off
    if targets is None and not hooked:  # nearly always
        with _adding:
            for leaf, grad in leaves.items():
                _add(leaf, grad)
        return collected
    for leaf, grad in leaves.items():
        _arrive(leaf, grad, targets, collected, hooks)
    with _adding:
        for target in (targets or ()) if keep else ():
            if not target.number and target in collected:
                _add(cast("Tensor", target), collected[target])
    return collected


def place(tensor: Tensor) -> Place:
    """Return where gradients of `tensor` are added up: its node, or itself if it is a leaf."""
    return tensor._node or tensor if tensor._source is None else tensor.grad_fn or tensor


# The leaves of all functions that are being differentiated while the present code runs.
_around: Final[ContextVar[tuple[Any, ...]]] = ContextVar("around", default=())
around: Final[Callable[[], tuple[Any, ...]]] = _around.get


@contextmanager
def differentiating(leaves: Sequence[Tensor]) -> Iterator[None]:
    """Let `refuse_inside` in this block refuse gradients that depend on `leaves`."""
    token = _around.set((*_around.get(), *leaves))
    try:
        yield
    finally:
        _around.reset(token)


def refuse_inside(roots: Sequence[Tensor]) -> None:
    """Raise `RuntimeError` if gradients of `roots` may depend on leaves of an outer derivative.

    They would be arrays, constants to the outer derivative, which would then be wrong.
    """
    leaves = {id(place(leaf)) for leaf in around()}
    if not leaves:
        return
    for node in behind([place(root) for root in roots]):
        if id(node) in leaves or any(id(parent) in leaves for parent in node.parents):
            raise RuntimeError(
                "this gradient is computed inside a function that is itself being "
                "differentiated, and would count as a constant there. Write "
                "tapewalk.grad(loss, inputs, create_graph=True), whose results have a history, "
                "instead of backward() or grad() without it."
            )


def depends_on_others(root: Place, own: set[Any], start: int) -> bool:
    """Return whether a result depends on a leaf that is not among `own`.

    Args:
        root: The node or leaf of the result.
        own: Leaves at which the search stops.
        start: Nodes with smaller numbers, as leaves have, are older than the calculation.
    """
    seen: set[Any] = {None, *own}
    stack: list[Any] = [root]
    while stack:
        one = stack.pop()
        if one in seen:
            continue
        if one.number < start:
            return True
        seen.add(one)
        stack += one.parents
    return False


def behind(places: Iterable[Place]) -> list[Function]:
    """Return every node upstream of the places, including the places themselves, oldest first."""
    nodes, _ = _reached(places)
    return sorted(nodes, key=_by_number)


def _reached(places: Iterable[Place]) -> tuple[list[Function], list[Tensor]]:
    """Return the nodes and the leaves that the places depend on, themselves included."""
    nodes: list[Any] = []
    leaves: list[Any] = []
    seen: set[Any] = {None}
    stack: list[Any] = list(places)
    while stack:
        one = stack.pop()
        if one in seen:
            continue
        seen.add(one)
        if one.number:  # that of a leaf is 0
            nodes.append(one)
            stack += one.parents
        else:
            leaves.append(one)
    return nodes, leaves


def _leading_to(targets: set[Place], places: Iterable[Place]) -> set[Place] | None:
    """Return the nodes between `places` and `targets`, or `None` if these are all nodes."""
    nodes, leaves = _reached(places)
    if targets.issuperset(leaves):
        return None  # every node leads to a leaf
    useful: set[Place] = set()
    leading: set[Any] = set(targets)
    for node in sorted(nodes, key=_by_number):
        for parent in node.parents:
            if parent in leading:
                useful.add(node)
                leading.add(node)
                break
    return useful


def _complete_after(places: Iterable[Place]) -> dict[Function, list[Tensor]]:
    """Return for each node the leaves whose gradient is complete once it has run.

    PyTorch adds such gradients to `grad` at once. Here that waits for the end of the pass, unless
    there are hooks, which could notice the difference.
    """
    oldest_user: dict[Any, Function] = {}
    for node in behind(places):
        for parent in node.parents:
            if parent is not None and not parent.number:
                oldest_user.setdefault(parent, node)
    complete: dict[Function, list[Tensor]] = {}
    for leaf, node in oldest_user.items():
        complete.setdefault(node, []).append(leaf)
    return complete


def _show(node: Function, grad: Any, keep: bool) -> Any:
    """Return the gradient after the hooks of the node's tensor, which retains it if `keep`."""
    grad = call_hooks(node.hooks or {}, grad)
    tensor = None if node.retained is None else node.retained()
    if keep and tensor is not None:
        with _adding:
            added = grad.copy() if tensor.grad is None else tensor.grad + grad
            tensor.grad = added.view(Gradient)
    return grad


def _arrive(
    leaf: Tensor, grad: Any, targets: set[Place] | None, collected: dict[Place, Any], hooks: bool
) -> None:
    """Add the complete gradient of a leaf, after its hooks, to its `grad`.

    If there are `targets`, put it into `collected` instead. The gradient has memory of its own.
    """
    if targets is not None and leaf not in targets:
        return
    if leaf.hooks is not None and hooks:
        grad = call_hooks(leaf.hooks, grad)
        grad = grad if isinstance(grad, TensorCore) else np.array(grad)  # a hook may have kept it
    if targets is not None:
        collected[leaf] = grad
        return
    with _adding:
        _add(leaf, grad)


def _add(leaf: Tensor, grad: Array) -> None:
    """Add a gradient, in its own memory, to the `grad` of a leaf under a lock."""
    if not leaf._requires_grad:
        return  # it was frozen after it was used
    data = leaf._data
    if grad.shape != data.shape:
        raise ShapeError(
            f"a gradient of shape {grad.shape} reached a leaf of shape {data.shape}. Usually the "
            "leaf's .data was replaced by an array of another shape after it was used."
        )
    if leaf.grad is not None:
        leaf.grad += grad
    elif type(grad) is np.ndarray and grad.dtype is data.dtype:
        leaf.grad = grad.view(Gradient)
    else:
        leaf.grad = np.asarray(grad, dtype=data.dtype).view(Gradient)


def _check_unchanged(node: Function) -> None:
    """Raise `RuntimeError` if a write has changed a value that `node` saved."""
    for array in node.saved:
        changes = journal.since(array, node.writes) if isinstance(array, np.ndarray) else 0
        if changes:
            version, what = journal.version(array), f"{array.dtype} {list(array.shape)}"
            made_at = anomaly.made_at(node)
            raise overwritten(what, node.name(), version, version - changes, made_at)


def _checked(node: Function, grads: tuple[Any, ...], as_tensors: bool) -> tuple[Any, ...]:
    """Return the gradients of a custom function as arrays; raise an error if they don't fit."""
    name, wanted, got = node.name(), len(node.parents), len(grads)
    if got < wanted or any(g is not None for g in grads[wanted:]):
        raise RuntimeError(
            f"function {name} returned an incorrect number of gradients (expected {wanted}, got "
            f"{got}): backward returns one for each operand of forward, in order, and None for "
            "those that have none."
        )
    checked: list[Any] = []
    for position, (g, shape) in enumerate(zip(grads, node.operands, strict=False)):
        if g is None or node.parents[position] is None:
            checked.append(None)
            continue
        # A copy: it may be a saved array itself.
        array: Any = g if as_tensors else np.array(getattr(g, "_data", g))
        if array.shape != shape:
            raise ShapeError(
                f"Function {name} returned an invalid gradient at index {position} - got "
                f"{list(array.shape)} but expected shape compatible with {list(shape or ())}. "
                "Usually a broadcast was not undone: sum over the axes that the operand lacks."
            )
        checked.append(array)
    return tuple(checked)

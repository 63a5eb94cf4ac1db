"""The backward pass: one loop over a heap, newest operation first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tapewalk import anomaly
from tapewalk.errors import ShapeError
from tapewalk.function import FREED, Function
from tapewalk.memory import Array, journal

if TYPE_CHECKING:
    from tapewalk.tensor import Tensor

Place: TypeAlias = "Function | Tensor"  # where gradients gather: a node, or a leaf
Observer: TypeAlias = Callable[[Function, Array, tuple[Any, ...]], None]


def run(
    roots: Sequence[tuple[Tensor, Array]],
    *,
    retain_graph: bool = False,
    wanted: Iterable[Tensor] | None = None,
    observe: Observer | None = None,
) -> dict[Place, Array]:
    """Send gradients from `roots` back through the graph.

    A node goes on the heap when its first gradient arrives. Everything that uses a node is newer
    than it; so when it is the newest left, its gradient is complete. No recursion, no sorting, no
    look ahead, and each node runs once however many paths lead to it.

    Args:
        roots: Tensors and the gradients to start from, shaped alike.
        retain_graph: Keep what the nodes saved, for another backward.
        wanted: If given, only these tensors' gradients are computed, and no `.grad` changes.
        observe: Called with each node, the gradient that arrived and those it returned.

    Returns:
        The gradients of what was wanted, by leaf or node.

    Raises:
        RuntimeError: The graph is freed, a saved value was changed in place, a gradient of a
            custom function does not fit its operand, or one is NaN under `detect_anomaly`.
    """
    targets = set() if wanted is None else {place(tensor) for tensor in wanted}
    useful = None if wanted is None else _leading_to(targets, [place(t) for t, _ in roots])
    careful = observe is not None or anomaly.is_enabled()
    pending: dict[Place, Array] = {}  # gradients gathered so far
    heap: list[tuple[int, Any]] = []
    found: dict[Place, Array] = {}
    for tensor, start in roots:
        root = place(tensor)
        if root in pending:
            start = pending[root] + start
        elif root.number:
            heappush(heap, (-root.number, root))
        pending[root] = start.copy()
    # Gradients may be infinite, as PyTorch's: detect_anomaly tells, NumPy's warnings need not.
    with np.errstate(all="ignore"):
        while heap:
            node: Function = heappop(heap)[1]
            grad = pending.pop(node)
            if node in targets:
                found[node] = grad
            if node.hooks is not None or node.retained is not None:
                grad = _show(node, grad, keep=observe is None)
            if useful is not None and node not in useful:
                continue
            if node.saved is None:
                raise RuntimeError(FREED)
            if node.writes != journal.total:
                _check_unchanged(node)
            grads = type(node).backward(node, grad)
            if type(grads) is not tuple:
                grads = (grads,)
            if not node.builtin:
                grads = _checked(node, grads)
            if careful:
                _inspect(node, grad, grads, observe)
            if not retain_graph and node.saved:
                node.saved = None
            _send(node, grad, grads, pending, heap)
    leaves: Any = pending  # every node has been taken off
    for leaf, grad in leaves.items():
        if leaf._hooks is not None:
            grad = np.array(_call_hooks(leaf._hooks, grad))  # a hook may have kept the other
        if useful is None:
            accumulate(leaf, grad)
        elif leaf in targets:
            found[leaf] = grad
    return found


def _send(
    node: Function,
    grad: Array,
    grads: tuple[Any, ...],
    pending: dict[Place, Array],
    heap: list[tuple[int, Any]],
) -> None:
    """Add the gradients that a node returned to what has gathered at its parents."""
    for parent, g in zip(node.parents, grads):  # noqa: B905  (as long, or checked before)
        if parent is None or g is None:
            continue
        held = pending.get(parent)
        if held is not None:
            pending[parent] = held + g
        elif parent.number:
            pending[parent] = g
            heappush(heap, (-parent.number, parent))
        else:
            # A leaf waits until the heap is empty, and then keeps the array as its .grad: that
            # has to be memory of its own.
            pending[parent] = g.copy() if g is grad or g.base is not None else g


def place(tensor: Tensor) -> Place:
    """Return where the gradient of `tensor` gathers: the node that made it, or itself, a leaf."""
    return tensor._node or tensor if tensor._source is None else tensor.grad_fn or tensor


def behind(places: Iterable[Place]) -> list[Function]:
    """Return every node that the places depend on, those that are nodes included, oldest first."""
    seen: set[Any] = set()
    stack: list[Any] = list(places)
    while stack:
        node = stack.pop()
        if isinstance(node, Function) and node not in seen:
            seen.add(node)
            stack.extend(node.parents)
    return sorted(seen, key=lambda node: node.number)


def _leading_to(targets: set[Place], roots: Iterable[Place]) -> set[Place]:
    """Return the nodes between `roots` and `targets`; only those have to run."""
    useful: set[Place] = set()
    for node in behind(roots):
        if any(p in targets or p in useful for p in node.parents if p is not None):
            useful.add(node)
    return useful


def _show(node: Function, grad: Array, keep: bool) -> Array:
    """Return the gradient after the hooks of the node's tensor, which keeps it if asked to."""
    if node.hooks is not None:
        grad = _call_hooks(node.hooks, grad)
    tensor = None if node.retained is None else node.retained()
    if keep and tensor is not None:
        tensor.grad = grad.copy() if tensor.grad is None else tensor.grad + grad
    return grad


def _inspect(node: Function, grad: Array, grads: tuple[Any, ...], observe: Observer | None) -> None:
    """Look at what a node did, for `detect_anomaly` and for traces."""
    if anomaly.is_enabled():
        anomaly.check(node, grads)
    if observe is not None:
        observe(node, grad, grads)


def _call_hooks(hooks: dict[int, Callable[[Array], Any]], grad: Array) -> Array:
    """Return the gradient after the hooks of a tensor, each of which may replace it."""
    for hook in list(hooks.values()):
        changed = hook(grad)
        if changed is None:
            continue
        changed = np.array(changed, dtype=grad.dtype)
        if changed.shape != grad.shape:
            raise ShapeError(
                f"a hook must return a gradient of the same shape: it got {grad.shape} and "
                f"returned {changed.shape}. Usually the gradient was reduced: return None to "
                "leave it as it is."
            )
        grad = changed
    return grad


def accumulate(leaf: Tensor, grad: Array) -> None:
    """Add `grad`, an array of its own, to the `grad` of a leaf."""
    data = leaf._data
    if not leaf._requires_grad:
        return  # it was frozen after it was used
    if grad.shape != data.shape:
        raise ShapeError(
            f"a gradient of shape {grad.shape} reached a leaf of shape {data.shape}. Usually the "
            "leaf's .data was replaced by an array of another shape after it was used."
        )
    if leaf.grad is not None:
        leaf.grad += grad
    elif type(grad) is np.ndarray and grad.dtype is data.dtype:
        leaf.grad = grad
    else:
        leaf.grad = np.asarray(grad, dtype=data.dtype)


def _check_unchanged(node: Function) -> None:
    """Raise `RuntimeError` if a write has changed a value that `node` saved."""
    for array in node.saved:
        changes = journal.since(array, node.writes) if isinstance(array, np.ndarray) else 0
        if changes:
            version = journal.version(array)
            raise RuntimeError(
                "one of the variables needed for gradient computation has been modified by an "
                f"inplace operation: [{array.dtype} {list(array.shape)}], which {node.name()} "
                f"saved, is at version {version}; expected version {version - changes} instead. "
                "Usually x.add_(y), x += y or x[i] = y came after x was used: write x = x + y, or "
                f"change it before it is used. {anomaly.made_at(node)}"
            )


def _checked(node: Function, grads: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the gradients of a custom function as arrays, or raise where they don't fit."""
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
        array = np.array(getattr(g, "_data", g))  # a copy: it may be a saved array itself
        if array.shape != shape:
            raise ShapeError(
                f"Function {name} returned an invalid gradient at index {position} - got "
                f"{list(array.shape)} but expected shape compatible with {list(shape or ())}. "
                "Usually a broadcast was not undone: sum over the axes that the operand lacks."
            )
        checked.append(array)
    return tuple(checked)

"""What PyTorch tells of the graph behind one of its tensors."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from operator import methodcaller
from typing import Any, Final

import torch

from tapewalk.engine.errors import freed, no_history
from tapewalk.graph.groups import Calls, group_name
from tapewalk.graph.order import engine_order
from tapewalk.graph.reading import dtype_name, parameters_of

# PyTorch has no public name for it.
AccumulateGrad: Any = type(
    torch.autograd.graph.get_gradient_edge(torch.empty(0, requires_grad=True)).node
)

DEEP: Final = 5000  # nodes from which on a graph is not left to PyTorch to free

# Against an entry of the narrower type, a plain number's type gives way and a tensor's stays.
_NARROWER: Final = {
    torch.float64: torch.empty((), dtype=torch.float32),
    torch.int64: torch.empty((), dtype=torch.int32),
    torch.complex128: torch.empty((), dtype=torch.complex64),
}


class TorchGraph:
    """The graph behind one of PyTorch's tensors.

    Args:
        root: The tensor.
        model: A `torch.nn.Module` whose parameters have names.
        calls: What `module_calls` noted while the tensor was computed.

    Raises:
        RuntimeError: The tensor has no history.
    """

    def __init__(
        self, root: Any, model: Any = None, calls: Iterable[tuple[int, int, str]] = ()
    ) -> None:
        if not root.requires_grad:
            raise no_history()
        self.parameters = parameters_of(model)
        self._root = torch.autograd.graph.get_gradient_edge(root).node
        self._root_form = (tuple(root.shape), dtype_name(root.dtype))
        self.order = engine_order(
            self._root,
            lambda node: [receiver for receiver, _ in node.next_functions],
            methodcaller("_sequence_nr"),  # a leaf's is the largest there is
        )
        if len(self.order) > DEEP:
            _free_newest_first(root, self.order)
        self._calls = Calls(calls)

    def leaf(self, node: Any) -> Any:
        """Returns the tensor of a leaf, `None` for an operation."""
        return node.variable if isinstance(node, AccumulateGrad) else None

    def name(self, node: Any) -> str:
        """Returns the name of a node."""
        return "AccumulateGrad" if isinstance(node, AccumulateGrad) else str(node.name())

    def form(self, node: Any) -> tuple[tuple[int, ...] | None, str | None]:
        """Returns shape and number type of what an operation returned, its first result."""
        metadata = getattr(node, "_input_metadata", None)
        if not metadata:  # PyTorch 2.4 does not tell
            return self._root_form if node is self._root else (None, None)
        first = metadata[0]
        return tuple(first.shape), dtype_name(first.dtype)

    def saved(self, node: Any) -> Iterator[tuple[str, Any]]:
        """Yields name and tensor of what an operation saved.

        Plain numbers are no tensors, although PyTorch keeps them as such.

        Raises:
            RuntimeError: `backward` has freed it, or a write has changed it.
        """
        kind: Any = type(node)
        for name, attribute in _saved_names(kind):
            try:
                value = getattr(node, attribute)
            except RuntimeError as error:
                raise self._unreadable(node, error) from error
            if isinstance(value, torch.Tensor):
                if value.ndim or not _is_plain_number(value):
                    yield name, value
            elif isinstance(value, (tuple, list)):
                for at, entry in enumerate(value):
                    if isinstance(entry, torch.Tensor):
                        yield f"{name}[{at}]", entry

    def _unreadable(self, node: Any, error: RuntimeError) -> RuntimeError:
        """Returns the error for a node that no longer has what it saved."""
        if "have already been freed" in str(error):
            return freed(self.name(node))
        return RuntimeError(f"{self.name(node)} can't show what it saved: {error}")

    def memory(self, tensor: Any) -> tuple[int, int, int]:
        """Returns of the memory under a tensor what identifies it, its bytes, and the tensor's.

        Sparse tensors, which have several pieces, count as if they were one and dense.
        """
        own = tensor.numel() * tensor.element_size()
        try:
            storage = tensor.untyped_storage()
        except (NotImplementedError, RuntimeError):
            return id(tensor), own, own
        # Tensors without numbers, on the device "meta", have storages, but all at address 0.
        return storage.data_ptr() or storage._cdata, storage.nbytes(), own

    def group(self, node: Any) -> str | None:
        """Returns the part of the model that made an operation."""
        return group_name((self._calls.around(node._sequence_nr()) or [""])[-1])


@cache
def _saved_names(kind: type) -> Sequence[tuple[str, str]]:
    """Returns the names of the tensors that nodes of a type save, and the attributes they are."""
    if hasattr(kind, "saved_tensors"):  # a custom function
        return [("saved_tensors", "saved_tensors")]
    # A saved number has no raw form.
    raw = "_raw_saved_"
    names = [attribute.removeprefix(raw) for attribute in dir(kind) if attribute.startswith(raw)]
    return [(name, f"_saved_{name}") for name in names]


def raw_saved(node: Any) -> Iterator[tuple[str, Any]]:
    """Yields name and holder of each tensor that an operation saved, as PyTorch keeps it.

    A holder tells its `data`, what a saved-tensor hook made of the tensor, and that `unpack_hook`.
    """
    kind: Any = type(node)
    for name, _ in _saved_names(kind):
        held = getattr(node, f"_raw_saved_{name}", None)
        for one in held if isinstance(held, (tuple, list)) else (held,):
            if one is not None:
                yield name, one


def _free_newest_first(root: Any, order: Iterable[Any]) -> None:
    """Lets the nodes behind a tensor be freed one after another, some time after it.

    A node that Python has seen frees the nodes behind it by recursion (PyTorch 2.13 does), and a
    chain of 100,000 overflows the stack. Held here, each waits until its users are gone. The
    tensor still has its node when its end is told; so the list becomes a cycle, which the garbage
    collector finds later.
    """
    nodes = list(order)[::-1]  # a list is cleared from its end
    weakref.finalize(root, nodes.append, nodes).atexit = False


def _is_plain_number(tensor: Any) -> bool:
    narrower = _NARROWER.get(tensor.dtype)
    return narrower is not None and torch.result_type(tensor, narrower) != tensor.dtype


@contextmanager
def module_calls(model: Any) -> Iterator[list[tuple[int, int, str]]]:
    """Notes for every module of `model` which sequence numbers its calls use in this block."""
    calls: list[tuple[int, int, str]] = []
    starts: dict[str, list[int]] = {}
    handles = []

    def sequence() -> int:
        with torch.inference_mode(False), torch.enable_grad():
            probe: Any = torch.ones((), requires_grad=True) * 1
        return int(probe.grad_fn._sequence_nr())

    for path, module in [] if model is None else model.named_modules():

        def enter(*_: Any, path: str = path) -> None:
            starts.setdefault(path, []).append(sequence())

        def leave(*_: Any, path: str = path) -> None:
            calls.append((starts[path].pop(), sequence(), path))

        handles += [module.register_forward_pre_hook(enter), module.register_forward_hook(leave)]
    try:
        yield calls
    finally:
        for handle in handles:
            handle.remove()

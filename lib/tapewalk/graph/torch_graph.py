"""The graph of one of PyTorch's tensors."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import methodcaller
from typing import Any, Final

import torch

from tapewalk.engine.errors import freed, no_history
from tapewalk.graph.groups import Calls, group_name
from tapewalk.graph.order import engine_order
from tapewalk.graph.reading import dtype_name, has_values, parameters_of
from tapewalk.graph.recording import tensors_in
from tapewalk.graph.sharding import local, unshard

# PyTorch has no public name for this class.
AccumulateGrad: Any = type(
    torch.autograd.graph.get_gradient_edge(torch.empty(0, requires_grad=True)).node
)

DEEP: Final = 5000  # graphs with more nodes are not left to PyTorch to free

# Beside a tensor of the narrower type, a plain number becomes narrower and a tensor does not.
_NARROWER: Final = {
    torch.float64: torch.empty((), dtype=torch.float32),
    torch.int64: torch.empty((), dtype=torch.int32),
    torch.complex128: torch.empty((), dtype=torch.complex64),
}


class TorchGraph:
    """The graph of one of PyTorch's tensors.

    Args:
        root: The tensor.
        model: A `torch.nn.Module`, for the names of parameters.
        calls: What a `Recorder` noted while the tensor was computed.

    Raises:
        RuntimeError: The tensor has no history.
    """

    def __init__(self, root: Any, model: Any, calls: Iterable[tuple[int, int, str]]) -> None:
        if not root.requires_grad:
            raise no_history()
        unshard(model)
        self.parameters = parameters_of(model)
        self.order = engine_order(
            torch.autograd.graph.get_gradient_edge(root).node,
            lambda node: [receiver for receiver, _ in node.next_functions],
            methodcaller("_sequence_nr"),  # a leaf's is the largest there is
        )
        if len(self.order) > DEEP:
            _free_newest_first(root, self.order)
        self._calls = Calls(calls)

    def leaf(self, node: Any) -> Any:
        """Return the tensor of a leaf, `None` for an operation."""
        return node.variable if isinstance(node, AccumulateGrad) else None

    def name(self, node: Any) -> str:
        """Return the name of a node."""
        return "AccumulateGrad" if isinstance(node, AccumulateGrad) else str(node.name())

    def form(self, node: Any) -> tuple[tuple[int, ...], str]:
        """Return shape and number type of an operation's first result."""
        first = node._input_metadata[0]
        return tuple(first.shape), dtype_name(first.dtype)

    def saved(self, node: Any) -> Iterator[tuple[str, Any]]:
        """Yield name and tensor of each thing that an operation saved.

        Plain numbers are left out, although PyTorch saves them as tensors. Where hooks pack a
        tensor, it is what they keep of it on its device: nothing, where `save_on_cpu` moves it.

        Raises:
            RuntimeError: `backward` has freed a tensor, or a write has changed it.
        """
        kind: Any = type(node)
        for name, attribute, raw_attribute in _saved_names(kind):
            try:
                value = getattr(node, attribute)
            except RuntimeError as error:
                raise self._unreadable(node, error) from error
            raw = getattr(node, raw_attribute)
            if isinstance(value, torch.Tensor):
                if value.ndim or not _is_plain_number(value):
                    yield from ((name, held) for held in _kept(raw, value))
            elif isinstance(value, (tuple, list)):
                for at, entry in enumerate(value):
                    if isinstance(entry, torch.Tensor):
                        yield from ((f"{name}[{at}]", held) for held in _kept(raw[at], entry))

    def _unreadable(self, node: Any, error: RuntimeError) -> RuntimeError:
        """Return the error for a node whose saved tensors can't be read."""
        if "have already been freed" in str(error):
            return freed(self.name(node))
        return RuntimeError(f"{self.name(node)} can't show what it saved: {error}")

    def memory(self, tensor: Any) -> tuple[int, int, int]:
        """Return the identity and bytes of a tensor's memory, and the bytes of the tensor itself.

        A sparse tensor, which has several pieces of memory, counts as one dense piece.
        """
        tensor = local(tensor)
        own = tensor.numel() * tensor.element_size()
        try:
            storage = tensor.untyped_storage()
        except (NotImplementedError, RuntimeError):
            return id(tensor), own, own
        # Tensors without values have storages, but no address of their own.
        address = storage.data_ptr() if has_values(tensor) else 0
        return address or storage._cdata, storage.nbytes(), own

    def group(self, node: Any) -> str | None:
        """Return the part of the model that made an operation."""
        return group_name((self._calls.around(node._sequence_nr()) or [""])[-1])


@cache
def _saved_names(kind: type) -> Sequence[tuple[str, str, str]]:
    """Return for each tensor that nodes of a type save its name, attribute and raw attribute."""
    if hasattr(kind, "saved_tensors"):  # a custom function
        return [("saved_tensors", "saved_tensors", "_raw_saved_tensors")]
    # A saved number has no raw form.
    raw = "_raw_saved_"
    names = [attribute.removeprefix(raw) for attribute in dir(kind) if attribute.startswith(raw)]
    return [(name, f"_saved_{name}", raw + name) for name in names]


def raw_saved(node: Any) -> Iterator[tuple[str, Any]]:
    """Yield name and holder of each tensor that an operation saved, named as a walk names them.

    A holder has `data`, the result of the hook that packed the tensor, and its `unpack_hook`.
    """
    kind: Any = type(node)
    for name, _, raw_attribute in _saved_names(kind):
        held = getattr(node, raw_attribute)
        if isinstance(held, (tuple, list)):
            yield from ((f"{name}[{at}]", one) for at, one in enumerate(held))
        elif held is not None:
            yield name, held


def _kept(raw: Any, tensor: Any) -> list[Any]:
    """Return what is kept of a saved tensor on its device: itself, unless hooks packed tensors."""
    packed = [] if raw.unpack_hook is None else list(tensors_in((raw.data,)))
    return [one for one in packed if one.device == tensor.device] if packed else [tensor]


def _free_newest_first(root: Any, order: Iterable[Any]) -> None:
    """Free the nodes of a tensor's graph one after another, some time after the tensor.

    A node that Python has seen frees its operands' nodes by recursion (as of PyTorch 2.13), and a
    chain of 100,000 overflows the stack. This list keeps each node until its users are gone. The
    tensor still has its node when it is finalized, so the list becomes a cycle, which the garbage
    collector finds later.
    """
    nodes = list(order)[::-1]  # a list is cleared from its end
    weakref.finalize(root, nodes.append, nodes).atexit = False


def _is_plain_number(tensor: Any) -> bool:
    narrower = _NARROWER.get(tensor.dtype)
    return narrower is not None and torch.result_type(tensor, narrower) != tensor.dtype

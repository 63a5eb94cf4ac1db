"""The operations of PyTorch, noted while a loss is computed: where each was written, what it did.

The graph shows what was recorded. What was not, and why, only the calls show: a `detach`, an
`argmax`, a softmax in front of a loss that has its own.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from inspect import getsourcelines
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import torch
from torch.overrides import TorchFunctionMode
from torch.utils.weak import WeakIdKeyDictionary

from tapewalk.trace.places import calling_frame

_TORCH: Final = f"{Path(torch.__file__).parent}{os.sep}"
_READ: Final = frozenset({"data", "T", "mT", "H", "mH", "real", "imag"})  # attributes that give one
# They fill in infinities on purpose, as masks of attention do.
_FILLS: Final = frozenset(
    {"masked_fill", "masked_fill_", "where", "full", "full_like", "fill_", "triu", "tril", "zeros"}
)
# The number of the next node, and the hooks that are on what is saved now.
next_number: Callable[[], int] = torch.autograd._get_sequence_nr  # type: ignore[attr-defined]
_top_hooks: Callable[[bool], Any] = getattr(
    torch._C._autograd, "_top_saved_tensors_default_hooks", lambda _: None
)
_RELUS: Final = frozenset({"relu", "relu_"})


@dataclass
class Operation:
    """A call of one of PyTorch's functions.

    Attributes:
        name: Name of the function, "cross_entropy" for instance.
        module: Path of the module that was running, "" for the model or around it.
        place: File and line of the call, as far as it was written by the user.
        recording: Whether operations were recorded.
        took: Whether one of its tensors had a history, or was a leaf that needs a gradient.
        gave: Whether its result has one.
        sources: For each tensor it got the operation that made it, `None` where none did.
        shapes: Shape of each tensor that it got.
        shape: Shape of its first result.
        dtypes: Number types of what it got and gave.
        settings: The arguments that are no tensors, by name or place.
        broken: Whether it made a number that is not finite out of numbers that are.
        dead: Of a ReLU, the share of units that were zero for every example.
        copied: Whether the result is another tensor than the one it got.
        numbers: PyTorch's numbers of the nodes it made: the first, and one more than the last.
        older: Whether one of its tensors has a history from before the call.
        checkpoint: Which checkpoint it ran in, `None` for none.
        results: How many tensors it gave: `unbind` and `chunk` give several.
    """

    name: str
    module: str
    place: str | None
    recording: bool
    took: bool
    gave: bool
    sources: list[int | None]
    shapes: list[tuple[int, ...]]
    shape: tuple[int, ...] | None
    dtypes: tuple[str | None, str | None]
    settings: dict[str | int, Any]
    broken: bool = False
    dead: float | None = None
    copied: bool = True
    numbers: tuple[int, int] = (0, 0)
    older: bool = False
    checkpoint: int | None = None
    results: int = 1


@dataclass
class Watched:
    """What was seen during a call.

    Attributes:
        operations: The operations, in their order.
        first_number: Number that PyTorch gave the first node made, one more than the last before.
    """

    operations: list[Operation] = field(default_factory=list)
    first_number: int = 0

    def maker(
        self, operation: Operation, at: int = 0, through: frozenset[str] = frozenset()
    ) -> Any:
        """Returns the operation that made a tensor which another got, or `None`.

        Args:
            operation: The one that got it.
            at: Which of its tensors.
            through: Names of operations that are passed over.
        """
        while at < len(operation.sources):
            source = operation.sources[at]
            if source is None:
                return None
            operation, at = self.operations[source], 0
            if operation.name not in through:
                return operation
        return None


class Watch(TorchFunctionMode):
    """Notes every call of one of PyTorch's functions in a block."""

    def __init__(self) -> None:
        super().__init__()
        self.watched = Watched()
        self.path: list[str] = [""]
        self._made: Any = WeakIdKeyDictionary()
        self._checkpoints: dict[int, Any] = {}  # kept, so that no other gets the place of one

    def __torch_function__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Any = None
    ) -> Any:
        """Calls the function and notes it."""
        settings = kwargs or {}
        name = getattr(func, "__name__", "")
        if name == "__get__":
            name = getattr(func.__self__, "__name__", "")
            if name not in _READ:
                return func(*args, **settings)
        given = list(_tensors((args, settings)))
        took = any(tensor.requires_grad for tensor in given)
        versions = [tensor.dtype for tensor in given]
        first = next_number()
        if name == "batch_norm" and _is_refused(args, settings):
            func = _norm_of_one
        result = func(*args, **settings)
        if not given or name in {"__set__", "backward", "register_hook", "size", "dim", "stride"}:
            return result
        results = list(_tensors(result))
        numbers = (first, next_number())
        self._note(name, given, versions, results, took, args, settings, numbers)
        return result

    def _note(
        self,
        name: str,
        given: list[Any],
        dtypes: list[Any],
        results: list[Any],
        took: bool,
        args: Sequence[Any],
        settings: dict[str, Any],
        numbers: tuple[int, int],
    ) -> None:
        first = results[0] if results else None
        plain: dict[str | int, Any] = {
            at: thing for at, thing in enumerate(args) if _is_plain(thing)
        }
        noted = Operation(
            name,
            self.path[-1],
            _place(),
            torch.is_grad_enabled(),
            took,
            any(tensor.requires_grad for tensor in results),
            [self._made.get(tensor) for tensor in given],
            [tuple(tensor.shape) for tensor in given],
            None if first is None else tuple(first.shape),
            (str(dtypes[0]), None if first is None else str(first.dtype)),
            {**plain, **{key: thing for key, thing in settings.items() if _is_plain(thing)}},
            copied=first is not given[0],
            numbers=numbers,
            older=any(self._is_older(tensor) for tensor in given),
            checkpoint=self._checkpoint(),
            results=len(results),
        )
        with torch.no_grad():
            if name not in _FILLS and first is not None and not is_finite(first):
                noted.broken = _brokenness(first) > max(map(_brokenness, given))
            if (
                name in _RELUS
                and first is not None
                and first.ndim > 1
                and first.numel()
                and not first.is_meta
            ):
                noted.dead = _dead(first)
        number = len(self.watched.operations)
        self.watched.operations.append(noted)
        for tensor in results:
            self._made[tensor] = number

    def _is_older(self, tensor: Any) -> bool:
        node = tensor.grad_fn if tensor.requires_grad and tensor not in self._made else None
        return node is not None and node._sequence_nr() < self.watched.first_number

    def _checkpoint(self) -> int | None:
        """Returns which checkpoint is running: it is what holds back the saved tensors now."""
        hooks = _top_hooks(False)
        pack = hooks[0] if hooks else None
        if not getattr(pack, "__qualname__", "").startswith("_checkpoint_hook"):
            return None
        self._checkpoints[id(pack)] = pack
        return id(pack)


@contextmanager
def watching(model: Any) -> Iterator[Watched]:
    """Notes the operations of a block.

    A model of which a part is compiled is not watched: the compiler would have to compile it again.

    Args:
        model: A `torch.nn.Module`, or `None`.
    """
    watch, handles = Watch(), []
    modules = [] if model is None else list(model.named_modules())
    if any(_is_compiled(module) for _, module in modules):
        yield watch.watched
        return
    for path, module in modules:

        def enter(*_: Any, path: str = path) -> None:
            watch.path.append(path)

        def leave(*_: Any) -> None:
            watch.path.pop()

        handles += [
            module.register_forward_pre_hook(enter),
            module.register_forward_hook(leave, always_call=True),
        ]
    watch.watched.first_number = next_number()
    try:
        with watch:
            yield watch.watched
    finally:
        for handle in handles:
            handle.remove()


def _is_refused(args: Sequence[Any], settings: dict[str, Any]) -> bool:
    """Returns whether PyTorch refuses to train batch norm: on one value for each channel."""
    return bool(settings.get("training")) and args[0].numel() == args[0].shape[1]


def _norm_of_one(rows: Any, mean: Any, variance: Any, **settings: Any) -> Any:
    """Computes what PyTorch refuses, so that a report can say where, and tell the rest."""
    weight, bias = settings["weight"], settings["bias"]
    momentum, eps = settings["momentum"], settings["eps"]
    return torch.batch_norm(rows, weight, bias, mean, variance, True, momentum, eps, False)


def _is_compiled(module: Any) -> bool:
    return type(module).__name__ == "OptimizedModule" or bool(
        getattr(module, "_compiled_call_impl", None)
    )


def _tensors(thing: Any) -> Iterator[Any]:
    if isinstance(thing, torch.Tensor):
        yield thing
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from _tensors(part)
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            yield from _tensors(part)


def _is_plain(thing: Any) -> bool:
    return isinstance(thing, (bool, int, float, str, torch.dtype)) or thing is None


def _brokenness(tensor: Any) -> int:
    """Returns 2 if a tensor has a NaN, 1 if it has an infinity, 0 if all is finite."""
    return 0 if is_finite(tensor) else 2 if bool(tensor.detach().isnan().any()) else 1


def is_finite(tensor: Any) -> bool:
    """Returns whether all entries of a tensor are finite numbers."""
    if not tensor.is_floating_point() or tensor.is_sparse or tensor.is_meta:
        return True
    entries = tensor.detach()
    # A sum takes a tenth of the time; it may overflow where no entry is infinite.
    return bool(entries.sum().isfinite()) or bool(entries.isfinite().all())


def _dead(activation: Any) -> float:
    """Returns the share of units, or channels of images, that are zero for every example."""
    active = activation.detach() != 0
    units = 1 if activation.ndim in (4, 5) else activation.ndim - 1
    others = [axis for axis in range(active.ndim) if axis != units]
    return 1 - float(active.any(dim=others).float().mean())


def _place() -> str | None:
    frame = calling_frame((_TORCH,))
    if frame is None:
        return None
    return f"{_near(frame.f_code.co_filename, str(Path.cwd()))}:{frame.f_lineno}"


@cache
def _near(file: str, folder: str) -> Path:
    """Returns a path as seen from a folder, if it is in there, else its name."""
    path = Path(file)
    return path.relative_to(folder) if path.is_relative_to(folder) else Path(path.name)


def definition(module: Any) -> str | None:
    """Returns file and line at which the `forward` of a module was written by the user."""
    code = getattr(type(module).forward, "__code__", None)
    if code is None or code.co_filename.startswith(_TORCH):
        return None
    return f"{_near(code.co_filename, str(Path.cwd()))}:{code.co_firstlineno}"


def where_kept(model: Any) -> tuple[str, str] | None:
    """Returns the first module that keeps a tensor with its history, and the line that does.

    Args:
        model: A `torch.nn.Module`, after its call.
    """
    for path, module in model.named_modules():
        for name, value in vars(module).items():
            if name.startswith("_") or all(t.grad_fn is None for t in _tensors(value)):
                continue
            line = _assignment(type(module), name)
            if line is not None:
                return path, line
    return None


def where_history_grows(model: Any, watched: Watched) -> Iterator[tuple[str, str | None, int]]:
    """Yields modules that keep a tensor whose history reaches back to before the call.

    A running loss that is added up with its graph: each step hangs on the one before.

    Args:
        model: A `torch.nn.Module`, after its call.
        watched: What was seen during it.

    Yields:
        The module's path, the line that keeps the tensor, and how many nodes are older.
    """
    for path, module in model.named_modules():
        for name, value in vars(module).items():
            if name.startswith("_"):
                continue
            older = sum(_count_older(t.grad_fn, watched.first_number) for t in _tensors(value))
            if older:
                yield path, _assignment(type(module), name), older


def _count_older(node: Any, first: int) -> int:
    """Returns how many operations behind a node, of which some are newer, are from before."""
    if node is None or node._sequence_nr() < first:
        return 0  # nothing of this call hangs on it
    older, seen, waiting = 0, {node}, [node]
    while waiting:
        for behind, _ in waiting.pop().next_functions:
            if behind is not None and behind not in seen:
                seen.add(behind)
                waiting.append(behind)
                older += not hasattr(behind, "variable") and behind._sequence_nr() < first
    return older


def _assignment(kind: type, attribute: str) -> str | None:
    """Returns file and line of the last statement of a class that sets an attribute."""
    try:
        lines, first = getsourcelines(kind)
    except (OSError, TypeError):
        return None
    tree = ast.parse(dedent("".join(lines)))
    set_at = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and node.attr == attribute
    ]
    if not set_at:
        return None
    file = sys.modules[kind.__module__].__file__ or ""
    return f"{_near(file, str(Path.cwd()))}:{first + max(set_at) - 1}"

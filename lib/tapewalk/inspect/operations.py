"""PyTorch's operations while a loss is computed: where each was written, and its effect.

The graph shows the operations that were recorded. Only the calls show the others, and why they were
not recorded: a `detach`, an `argmax`, a softmax before a loss that has its own.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import getsourcelines, unwrap
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import torch
from torch.utils.weak import WeakIdKeyDictionary

from tapewalk.graph.reading import has_values
from tapewalk.graph.recording import FunctionCall, Listening, next_number, reachable, tensors_in
from tapewalk.inspect.gradients import FLAT
from tapewalk.trace.places import calling_frame

_TORCH: Final = f"{Path(torch.__file__).parent}{os.sep}"
# Attributes that are tensors.
_READ: Final = frozenset({"data", "T", "mT", "H", "mH", "real", "imag"})
# They write infinities on purpose, as masks of attention do.
_FILLS: Final = frozenset(
    {"masked_fill", "masked_fill_", "where", "full", "full_like", "fill_", "triu", "tril", "zeros"}
)
# The slope of an activation from its result; it is silent where that is below FLAT.
_SLOPES: Final[dict[str, Callable[[Any], Any]]] = {
    "relu": lambda y: y != 0,
    "sigmoid": lambda y: y * (1 - y),
    "tanh": lambda y: 1 - y * y,
}
# They compute nothing.
_SILENT: Final = frozenset({"__set__", "backward", "register_hook", "size", "dim", "stride"})


@dataclass
class Operation:
    """A call of one of PyTorch's functions.

    Attributes:
        name: Name of the function, "cross_entropy" for instance.
        module: Path of the module that was running, "" for the model or outside of it.
        place: File and line of the user's code that made the call.
        recording: Whether the grad mode was on.
        took: Whether an operand requires a gradient.
        gave: Whether a result requires a gradient.
        sources: For each operand the position of the operation that made it, or `None`.
        shapes: Shape of each operand.
        shape: Shape of the first result.
        dtypes: Number types of the first operand and the first result.
        settings: The arguments that are not tensors, by name or position.
        broken: Whether it made a number that is not finite from numbers that are.
        silent: The share of a relu's units that had no slope for any example, or of the results of
            a sigmoid or tanh that have none.
        copied: Whether the result is a different tensor from the first operand.
        numbers: PyTorch's numbers of the nodes it made: the first, and one more than the last.
        older: Whether an operand has a history from before the recording.
        checkpoint: The checkpoint that it ran in, or `None`.
        results: The number of results: `unbind` and `chunk` have several.
        bytes: The size of the first result.
        value: The number that was read out of a tensor, by `item` for instance.
        same: Whether the first two operands are one tensor.
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
    silent: float | None = None
    copied: bool = True
    numbers: tuple[int, int] = (0, 0)
    older: bool = False
    checkpoint: int | None = None
    results: int = 1
    bytes: int = 0
    value: float | None = None
    same: bool = False


class Recorded:
    """The calls of PyTorch's functions in a block that a `Recorder` records.

    Attributes:
        operations: The operations, in the order in which they ended.
        first_number: Number of the first node made in the block.
    """

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.first_number = next_number()
        self._made: Any = WeakIdKeyDictionary()
        self._checkpoints: dict[int, Any] = {}  # kept so that no id is reused

    def maker(
        self, operation: Operation, at: int = 0, through: frozenset[str] = frozenset()
    ) -> Any:
        """Return the operation that made an operand, or `None`.

        Args:
            operation: The operation that has the operand.
            at: Position of the operand.
            through: Names of operations to pass over.
        """
        while at < len(operation.sources):
            source = operation.sources[at]
            if source is None:
                return None
            operation, at = self.operations[source], 0
            if operation.name not in through:
                return operation
        return None

    def listen(self, call: FunctionCall) -> Listening:
        """Note a call of a function."""
        name = getattr(call.function, "__name__", "")
        if name == "__get__":
            name = getattr(call.function.__self__, "__name__", "")
            if name not in _READ:
                return
        given = list(tensors_in((call.inputs, call.settings)))
        took = any(tensor.requires_grad for tensor in given)
        if name == "batch_norm" and _is_refused(call.inputs, call.settings):
            call.function = _norm_of_one
        result = yield
        if given and name not in _SILENT:
            self._note(name, call, given, took, result)

    def _note(
        self, name: str, call: FunctionCall, given: list[Any], took: bool, result: Any
    ) -> None:
        results = list(tensors_in(result))
        first = results[0] if results else None
        arguments = dict(enumerate(call.inputs)) | call.settings
        noted = Operation(
            name,
            call.module,
            _place(),
            torch.is_grad_enabled(),
            took,
            any(tensor.requires_grad for tensor in results),
            [self._made.get(tensor) for tensor in given],
            [tuple(tensor.shape) for tensor in given],
            None if first is None else tuple(first.shape),
            (str(given[0].dtype), None if first is None else str(first.dtype)),
            {key: thing for key, thing in arguments.items() if _is_plain(thing)},
            copied=first is not given[0],
            numbers=(call.first, next_number()),
            older=any(self._is_older(tensor) for tensor in given),
            checkpoint=self._checkpoint(),
            results=len(results),
            bytes=0 if first is None else first.numel() * first.element_size(),
            value=result if isinstance(result, float) else None,
            same=len(given) > 1 and given[0] is given[1],
        )
        if first is not None:
            with torch.no_grad():
                if name not in _FILLS and not is_finite(first):
                    noted.broken = _brokenness(first) > max(map(_brokenness, given))
                slope = _SLOPES.get(name.removesuffix("_"))
                if slope and first.ndim > 1 and first.numel() and has_values(first):
                    active = slope(first.detach()) > FLAT
                    judged = _units(active) if name.startswith("relu") else active
                    noted.silent = 1 - float(judged.float().mean())
        number = len(self.operations)
        self.operations.append(noted)
        for tensor in results:
            self._made[tensor] = number

    def _is_older(self, tensor: Any) -> bool:
        node = tensor.grad_fn if tensor.requires_grad and tensor not in self._made else None
        return node is not None and node._sequence_nr() < self.first_number

    def _checkpoint(self) -> int | None:
        """Return an id of the checkpoint that is running: its hook packs the saved tensors."""
        hooks: Any = torch._C._autograd._top_saved_tensors_default_hooks(False)
        pack = hooks[0] if hooks else None
        if not getattr(pack, "__qualname__", "").startswith("_checkpoint_hook"):
            return None
        self._checkpoints[id(pack)] = pack
        return id(pack)


def has_compiled_part(model: Any) -> bool:
    """Return whether a model has a compiled module: to listen, PyTorch would compile it again."""
    return any(
        type(module).__name__ == "OptimizedModule" or getattr(module, "_compiled_call_impl", None)
        for module in model.modules()
    )


def _is_refused(args: Sequence[Any], settings: dict[str, Any]) -> bool:
    """Return whether PyTorch refuses this batch norm, which has one value for each channel."""
    return bool(settings.get("training")) and args[0].numel() == args[0].shape[1]


def _norm_of_one(rows: Any, mean: Any, variance: Any, **settings: Any) -> Any:
    """Return the batch norm that PyTorch refuses, so that a report can show where it is."""
    weight, bias = settings["weight"], settings["bias"]
    momentum, eps = settings["momentum"], settings["eps"]
    return torch.batch_norm(rows, weight, bias, mean, variance, True, momentum, eps, False)


def _is_plain(thing: Any) -> bool:
    return isinstance(thing, (bool, int, float, str, torch.dtype)) or thing is None


def _brokenness(tensor: Any) -> int:
    """Return 2 if a tensor has a NaN, 1 if it has an infinity, 0 if all is finite."""
    return 0 if is_finite(tensor) else 2 if bool(tensor.detach().isnan().any()) else 1


def is_finite(tensor: Any) -> bool:
    """Return whether no entry of a tensor is known to be infinite or not a number."""
    if not tensor.is_floating_point() or tensor.is_sparse or not has_values(tensor):
        return True
    entries = tensor.detach()
    # A sum takes a tenth of the time; it may overflow where no entry is infinite.
    return bool(entries.sum().isfinite()) or bool(entries.isfinite().all())


def _units(active: Any) -> Any:
    """Return which units, or which channels of an image, have a slope for some example."""
    units = 1 if active.ndim in (4, 5) else active.ndim - 1
    return active.any(dim=[axis for axis in range(active.ndim) if axis != units])


def _place() -> str | None:
    frame = calling_frame((_TORCH,))
    if frame is None:
        return None
    return f"{near(frame.f_code.co_filename, str(Path.cwd()))}:{frame.f_lineno}"


@cache
def near(file: str, folder: str) -> Path:
    """Return the path relative to a folder that contains the file, otherwise its name."""
    path = Path(file)
    return path.relative_to(folder) if path.is_relative_to(folder) else Path(path.name)


def definition(module: Any) -> str | None:
    """Return file and line of the `forward` of a module, if the user wrote it."""
    code = getattr(type(module).forward, "__code__", None)
    if code is None or code.co_filename.startswith(_TORCH):
        return None
    return f"{near(code.co_filename, str(Path.cwd()))}:{code.co_firstlineno}"


def where_kept(model: Any) -> tuple[str, str] | None:
    """Return the first module that keeps a tensor with its history, and the line that keeps it.

    Args:
        model: A `torch.nn.Module`, after its call.
    """
    lines = ((path, assignment(kind, name)) for path, kind, name, _ in _kept_in(model))
    return next(((path, line) for path, line in lines if line is not None), None)


def where_history_grows(model: Any, recorded: Recorded) -> Iterator[tuple[str, str | None, int]]:
    """Yield modules that keep a tensor whose history began before the call.

    A running loss that is summed with its graph is an example: each step keeps the previous one.

    Args:
        model: A `torch.nn.Module`, after its call.
        recorded: The operations of the call.

    Yields:
        The module's path, the line that keeps the tensor, and how many nodes are older.
    """
    first = recorded.first_number
    for path, kind, name, nodes in _kept_in(model):
        new = [node for node in nodes if node._sequence_nr() >= first]  # made in the call
        inner = [one for node in new for one in reachable([node]) if not hasattr(one, "variable")]
        older = sum(one._sequence_nr() < first for one in inner)
        if older:
            yield path, assignment(kind, name), older


def _kept_in(model: Any) -> Iterator[tuple[str, type, str, list[Any]]]:
    """Yield the attributes of modules that hold tensors with a history.

    Yields:
        The module's path and class, the attribute's name, and the nodes of the tensors.
    """
    for path, module in model.named_modules():
        public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
        for name, value in public.items():
            nodes = [t.grad_fn for t in tensors_in(value) if t.grad_fn is not None]
            if nodes:
                yield path, type(module), name, nodes


def assignment(kind: type, attribute: str) -> str | None:
    """Return file and line of the last statement in a class's methods that sets an attribute."""
    found = []
    for method in vars(kind).values():
        code = getattr(unwrap(method), "__code__", None)
        if code is None:
            continue
        try:
            lines, first = getsourcelines(code)
            tree = ast.parse(dedent("".join(lines)))
        except (OSError, SyntaxError):
            continue
        found += [
            (first + node.lineno - 1, code.co_filename)
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and node.attr == attribute
        ]
    if not found:
        return None
    line, file = max(found)
    return f"{near(file, str(Path.cwd()))}:{line}"

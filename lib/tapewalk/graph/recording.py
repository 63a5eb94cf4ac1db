"""The one recorder of PyTorch: the calls of its functions and of a model's modules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Self, TypeAlias

import torch
from torch.overrides import TorchFunctionMode

# The number that the next node of this thread gets. Asking makes no node.
next_number: Callable[[], int] = torch.autograd._get_sequence_nr  # type: ignore[attr-defined]

# A listener runs to its `yield` before a call, and `yield` returns the result of the call.
Listening: TypeAlias = Generator[None, Any, None]


@dataclass(slots=True)
class FunctionCall:
    """A call of one of PyTorch's functions.

    Attributes:
        function: The function. A listener may replace it before it runs.
        inputs: The arguments by position.
        settings: The arguments by name.
        first: Number of the first node that the call makes, if it makes one.
        module: Path of the module that is running, "" for the model or for none.
    """

    function: Any
    inputs: Sequence[Any]
    settings: dict[str, Any]
    first: int
    module: str


class Recorder:
    """Listens to PyTorch in a block. It makes no node, and keeps no tensor.

    Args:
        model: A `torch.nn.Module`, or `None`.
        on_function: Listens to each call of a function. What a function of PyTorch calls in turn,
            `backward()` for instance, is hidden.
        on_module: Listens to each call of a module, by its path and its arguments. The call of a
            module that raises an error has no result: its listener is closed.

    Attributes:
        calls: For each call of a module, in the order in which they began, the number of the last
            node before it, of the last node when it ended, and the module's path. A call that has
            not ended counts as empty.
        functions: The mode that notes calls of functions. Enter it where they are hidden otherwise.
    """

    def __init__(
        self,
        model: Any = None,
        on_function: Callable[[FunctionCall], Listening] | None = None,
        on_module: Callable[[str, Sequence[Any]], Listening] | None = None,
    ) -> None:
        self.calls: list[tuple[int, int, str]] = []
        self.functions: Any = _Functions(self, on_function) if on_function else nullcontext()
        self._model, self._on_function, self._on_module = model, on_function, on_module
        self._running: list[tuple[int, Listening | None]] = []  # by position in `calls`
        self._hooks = ExitStack()

    @property
    def module(self) -> str:
        """The path of the module that is running, "" for none."""
        return self.calls[self._running[-1][0]][2] if self._running else ""

    def __enter__(self) -> Self:
        for path, module in [] if self._model is None else self._model.named_modules():
            enter, leave = partial(self._enter, path), self._leave
            for handle in (
                module.register_forward_pre_hook(enter, with_kwargs=True),
                module.register_forward_hook(leave, always_call=True),
            ):
                self._hooks.callback(handle.remove)
        # Otherwise the compiler would compile the listener with the model.
        if self._on_function is not None and "torch._dynamo" in sys.modules:
            self._hooks.enter_context(torch.compiler.set_stance("force_eager"))
        self._hooks.enter_context(self.functions)
        return self

    def __exit__(self, *_: object) -> None:
        self._hooks.close()

    def _enter(self, path: str, _: object, inputs: Any, settings: Any) -> None:
        listening = None
        if self._on_module is not None:
            listening = self._on_module(path, (inputs, settings))
            next(listening, None)
        self._running.append((len(self.calls), listening))
        self.calls.append((next_number() - 1, next_number() - 1, path))

    def _leave(self, _: object, __: object, result: Any) -> None:
        at, listening = self._running.pop()
        if result is None and sys.exception() is not None:
            return
        start, _, path = self.calls[at]
        self.calls[at] = start, next_number() - 1, path
        if listening is not None:
            _resume(listening, result)


class _Functions(TorchFunctionMode):
    def __init__(self, recorder: Recorder, listen: Callable[[FunctionCall], Listening]) -> None:
        super().__init__()
        self._recorder, self._listen = recorder, listen

    def __torch_function__(
        self, function: Any, types: Any, inputs: Any = (), settings: Any = None
    ) -> Any:
        call = FunctionCall(function, inputs, settings or {}, next_number(), self._recorder.module)
        listening = self._listen(call)
        next(listening, None)
        result = call.function(*inputs, **call.settings)
        _resume(listening, result)
        return result


def reachable(roots: Iterable[Any]) -> set[Any]:
    """Return PyTorch's nodes that gradients from some of them reach, those included."""
    seen = set(roots)
    waiting = list(seen)
    while waiting:
        new = {node for node, _ in waiting.pop().next_functions if node is not None} - seen
        seen |= new
        waiting += new
    return seen


def _resume(listening: Listening, result: Any) -> None:
    with suppress(StopIteration):
        listening.send(result)


def tensors_in(thing: Any) -> Iterator[Any]:
    """Yield the tensors in nested lists, tuples and dicts."""
    if isinstance(thing, torch.Tensor):
        yield thing
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from tensors_in(part)
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            yield from tensors_in(part)

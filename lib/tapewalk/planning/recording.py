"""The recording of a training step: every piece of memory that PyTorch's operations make."""

from __future__ import annotations

import copy
import weakref
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensorMode, unset_fake_temporarily
from torch.autograd.graph import saved_tensors_hooks
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map
from torch.utils.flop_counter import flop_registry

from tapewalk.graph.recording import Recorder, next_number, tensors_in
from tapewalk.planning.tape import Call, Event, Hold, Piece, Tape
from tapewalk.trace.places import calling_frame

_TORCH = f"{Path(torch.__file__).parent}/"
_ENDLESS = 2**62


def record(
    model: Any,
    loss: Callable[[Any, Any], Any],
    inputs: Any,
    optimizer: Any = None,
    autocast: bool = False,
) -> Tape:
    """Return the memory of a step that runs on copies without data, of model and inputs.

    Args:
        model: A `torch.nn.Module`, on any device, `meta` included.
        loss: Computes the loss from a model and its inputs.
        inputs: Its inputs, nested as `loss` expects them.
        optimizer: An optimizer of the model's parameters, or `None`.
        autocast: Whether the forward pass runs under autocast to bfloat16.
    """
    device = next(model.parameters()).device
    # A model on meta is planned for a graphics card, with the processor's kernels if there is none.
    target = "cuda" if device.type == "meta" else device.type
    if device.type == "meta":
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    mode = FakeTensorMode()
    with mode:
        twins = _Twins(device)
        for tensor in (*model.parameters(), *model.buffers()):
            twins.of(tensor)
    model = copy.deepcopy(model, dict(twins.by_id))
    with mode:
        inputs = tree_map(lambda x: twins.of(x) if isinstance(x, torch.Tensor) else x, inputs)
        step = _Step(model, inputs, twins)
        with step:
            with step.recorder, saved_tensors_hooks(step.pack, step.unpack):
                cast = torch.autocast(device.type, torch.bfloat16) if autocast else nullcontext()
                with cast:
                    root = loss(model, inputs)
                step.forward = len(step.events)
            root.backward()
            step.backward = len(step.events)
            step.note_gradients()
            state = None if optimizer is None else _optimize(optimizer, twins, target)
        tape = step.result(target)
        del state  # it lives until the end of the step
        return tape


def _optimize(optimizer: Any, twins: _Twins, device: str) -> Any:
    """Run a copy of an optimizer, as new, on the twins, and return it."""
    own = copy.copy(optimizer)
    own.state = defaultdict(dict)
    own.param_groups = [
        {**group, "params": [twins.of(p) for p in group["params"]]}
        for group in optimizer.param_groups
    ]
    for group in own.param_groups:
        # PyTorch's choice on a graphics card, which it does not make for tensors without data.
        is_open = group.get("foreach", False) is None and not group.get("fused")
        if is_open and device == "cuda":
            group["foreach"] = True
    own.step()
    return own


class _Twins:
    """Copies of the model's tensors without data.

    Args:
        device: The device on which they seem to be.

    Attributes:
        by_id: The twins by the ids of the originals.
    """

    def __init__(self, device: Any) -> None:
        self.by_id: dict[int, Any] = {}
        self._device = device
        self._originals: list[Any] = []  # as long as they live, their ids are theirs

    def of(self, tensor: Any) -> Any:
        """Return the twin of a tensor."""
        twin = self.by_id.get(id(tensor))
        if twin is None:
            device = self._device if tensor.device.type == "meta" else tensor.device
            about = {"dtype": tensor.dtype, "device": device}
            twin = torch.empty_strided(tensor.shape, tensor.stride(), **about)
            if isinstance(tensor, torch.nn.Parameter):
                twin = torch.nn.Parameter(twin, tensor.requires_grad)
            elif tensor.requires_grad:
                twin.requires_grad_()
            self.by_id[id(tensor)] = twin
            self._originals.append(tensor)
        return twin


@dataclass
class _Open:
    """A piece of memory while the step runs."""

    kind: str
    bytes: int
    birth: int
    end: int = _ENDLESS
    shape: tuple[int, ...] = ()
    holds: list[Hold] = field(default_factory=list)


class _Saved:
    """A tensor that a node saves: a copy, so that the end of each is seen on its own."""

    def __init__(self, step: _Step, tensor: Any, copy: Any) -> None:
        self.tensor, self.piece, self._freed = copy, step.piece(tensor), step.freed
        self.at, self.read = len(step.events), _ENDLESS
        self.bytes = tensor.numel() * tensor.element_size()
        self.address = copy.untyped_storage()._cdata
        step.numbers[self.address] = self.piece  # it is read in place of the tensor
        self.number = step.saved
        step.saved += 1

    def __del__(self) -> None:
        self._freed(self)


class _Step(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Notes the memory of a step while it runs on tensors without data.

    Attributes:
        events: The operations so far that made memory.
        recorder: Notes the calls of modules.
        forward: The number of events of the forward pass.
        backward: The number of events up to the end of the backward pass.
        numbers: The pieces of memory that exist now, by the address of their storage.
        saved: The number of tensors that nodes have saved so far.
    """

    def __init__(self, model: Any, inputs: Any, twins: _Twins) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.events: list[Event] = []
        self.recorder = Recorder(model, on_module=self._called)
        self.forward = self.backward = 0
        self._model, self._twins = model, twins
        self._pieces: list[_Open] = []
        self.numbers: dict[int, int] = {}
        self._watched: dict[int, Any] = {}
        self._calls: list[Call] = []
        self.saved = 0
        self._is_aside = False
        for kind, tensors in (
            ("parameter", model.parameters()),
            ("input", (*model.buffers(), *tensors_in(list(inputs)))),
        ):
            for tensor in tensors:
                self.piece(tensor, kind, -1)

    def piece(self, tensor: Any, kind: str = "input", birth: int = -1) -> int:
        """Return the number of a tensor's memory, which is new if it is not known."""
        storage = tensor.untyped_storage()
        address = storage._cdata
        number = self.numbers.get(address)
        if number is None:
            number = self.numbers[address] = len(self._pieces)
            self._pieces.append(_Open(kind, storage.nbytes(), birth, shape=tuple(tensor.shape)))
            gone = partial(self._gone, number, address)
            self._watched[number] = weakref.ref(storage, gone)
        return number

    def _gone(self, number: int, address: int, _: object) -> None:
        self._pieces[number].end = len(self.events) - 1
        self.numbers.pop(address, None)
        self._watched.pop(number, None)

    def pack(self, tensor: Any) -> _Saved:
        """Return what a node saves in place of a tensor."""
        self._is_aside = True
        copy = torch.empty_like(tensor)
        self._is_aside = False
        return _Saved(self, tensor, copy)

    def unpack(self, saved: _Saved) -> Any:
        """Return a tensor that a node saved."""
        saved.read = min(saved.read, len(self.events))
        return saved.tensor

    def freed(self, saved: _Saved) -> None:
        """Note that a node no longer saves a tensor."""
        self.numbers.pop(saved.address, None)
        end = len(self.events) - 1
        hold = Hold(saved.number, saved.at, min(saved.read, end), end, saved.bytes)
        self._pieces[saved.piece].holds.append(hold)

    def _called(self, path: str, given: Sequence[Any]) -> Generator[None, Any, None]:
        start, first = len(self.events), self.saved
        inputs = tuple(self.piece(tensor) for tensor in tensors_in(list(given)))
        yield
        kind = type(self._model.get_submodule(path)).__name__
        stop = len(self.events)
        self._calls.append(Call(path, kind, start, stop, first, self.saved, inputs))

    def note_gradients(self) -> None:
        """Note which pieces are gradients of parameters."""
        for parameter in self._model.parameters():
            if parameter.grad is not None:
                self._pieces[self.piece(parameter.grad)].kind = "gradient"

    def __torch_dispatch__(
        self, function: Any, types: Any, inputs: Any = (), settings: Any = None
    ) -> Any:
        settings = settings or {}
        if self._is_aside or function.namespace == "prim":
            return function(*inputs, **settings)
        # A constant, `torch.tensor(0.0)`, keeps its value when it becomes one without data.
        if function is not torch.ops.aten.lift_fresh.default:
            inputs, settings = tree_map(self._twin, (inputs, settings))
        reads = [self.piece(tensor) for tensor in _dense((inputs, settings))]
        known = len(self._pieces)
        result = function(*inputs, **settings)
        if function is torch.ops.aten.mkldnn_rnn_layer.default:
            result = (*result[:-1], _workspace(inputs, result[-1]))
        made = [self.piece(tensor, "other", len(self.events)) for tensor in _dense(result)]
        makes = tuple(dict.fromkeys(number for number in made if number >= known))
        if makes:
            name = function._schema.name
            work = flop_registry.get(function.overloadpacket)
            node = torch._C._current_autograd_node()
            number = next_number() - 1 if node is None else node._sequence_nr()
            frame = None if node is not None else calling_frame((_TORCH,))
            self.events.append(
                Event(
                    name,
                    tuple(dict.fromkeys(reads)),
                    makes,
                    number,
                    work(*inputs, **settings, out_val=result) if work else 0,
                    f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}" if frame else "",
                )
            )
        return result

    def _twin(self, thing: Any) -> Any:
        """Return the twin of a tensor that only the loss has, and anything else as it is."""
        is_known = not isinstance(thing, torch.Tensor) or hasattr(thing, "fake_mode")
        return thing if is_known else self._twins.of(thing)

    def result(self, device: str) -> Tape:
        """Return the memory of the step."""
        last, state = len(self.events) - 1, "optimizer"
        pieces = []
        for piece in self._pieces:
            is_state = piece.birth >= self.backward and piece.end == _ENDLESS
            kind, birth = (state, -1) if is_state else (piece.kind, piece.birth)
            holds = tuple(sorted(piece.holds, key=lambda hold: hold.number))
            end = min(piece.end, last)
            pieces.append(Piece(kind, piece.bytes, birth, end, piece.shape, holds))
        work = sum(event.work for event in self.events)
        about = (tuple(self._calls), self.forward, self.backward, work, device)
        return Tape(self.events, pieces, *about, length=len(self.events))


def _workspace(inputs: Sequence[Any], empty: Any) -> Any:
    """Return the workspace of an LSTM layer on the processor, which is empty without data.

    The real kernel runs on zeros: on all rows, or on few of them, since it grows with the rows.
    """

    def real(thing: Any, rows: int | None = None) -> Any:
        if not isinstance(thing, torch.Tensor):
            return thing
        return torch.zeros(rows or len(thing), *thing.shape[1:], dtype=thing.dtype)

    def measured(rows: int) -> int:
        result = torch.ops.aten.mkldnn_rnn_layer(real(inputs[0], rows), *map(real, inputs[1:]))
        return int(result[-1].nbytes)

    rows, few = len(inputs[0]), 64
    with unset_fake_temporarily():
        size = measured(min(rows, few))
        if rows > few:
            size += (size - measured(few // 2)) * (rows - few) // (few // 2)
    return empty.new_empty(size, dtype=torch.uint8)


def _dense(thing: Any) -> Iterator[Any]:
    """Yield the tensors with memory of their own kind in a nested list."""
    return (tensor for tensor in tensors_in(thing) if tensor.layout == torch.strided)

"""A block that leaves a model as it was: the changes of its calls are undone."""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np

from tapewalk.engine.random_state import generator_of


@contextmanager
def untouched(model: Any, eager: bool = False) -> Iterator[None]:
    """Restore what calls in this block change: buffers, modes, gradients, random numbers.

    The model's gradients are removed in this block, so that a `backward` adds to none of them.
    Copies replace the buffers: an older graph may have saved the buffers themselves, and a write
    would make it unusable. A compiled part runs as compiled, or eagerly if it would have to be
    compiled again: the compiler remembers nothing of this block.

    Args:
        model: A module of ours or of PyTorch, or `None` to restore random numbers only.
        eager: Whether compiled parts run eagerly in any case.
    """
    modules = [] if model is None else list(model.modules())
    with ExitStack() as back:
        for restore in _random_states():
            back.callback(restore)
        if "torch._dynamo" in sys.modules:  # something may have been compiled
            torch: Any = sys.modules["torch"]
            stance = "force_eager" if eager else "eager_on_recompile"
            back.enter_context(torch.compiler.set_stance(stance))
        stand_ins: dict[int, Any] = {}
        for module in modules:
            back.callback(vars(module).__setitem__, "training", module.training)
            for name, buffer in list(module._buffers.items()):
                if buffer is not None:
                    back.callback(setattr, module, name, buffer)
                    stand_in = stand_ins.setdefault(id(buffer), copy.deepcopy(buffer))
                    setattr(module, name, stand_in)
        for parameter in [] if model is None else model.parameters():
            back.callback(setattr, parameter, "grad", parameter.grad)
            parameter.grad = None
        yield


def _random_states() -> Iterator[Callable[[], object]]:
    """Yield functions that reset every source of random numbers to its present state."""
    state = random.getstate()
    yield lambda: random.setstate(state)
    drawn = np.random.get_state()
    yield lambda: np.random.set_state(drawn)
    own = generator_of(None).bit_generator
    ours = own.state
    yield lambda: setattr(own, "state", ours)
    torch: Any = sys.modules.get("torch")
    if torch is None:
        return
    on_cpu = torch.get_rng_state()
    yield lambda: torch.set_rng_state(on_cpu)
    if torch.cuda.is_initialized():
        on_cuda = torch.cuda.get_rng_state_all()
        yield lambda: torch.cuda.set_rng_state_all(on_cuda)

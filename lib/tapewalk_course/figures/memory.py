"""The data of `memory.qmd`: arrays in memory in both passes, and what PyTorch saves."""

from __future__ import annotations

import tracemalloc
import weakref
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
import torch

from tapewalk import Tensor, checkpoint, trace
from tapewalk_course.figures.variants import choice

LAYERS: Final = 9
"""The layers of the chain whose arrays are counted."""

_SIZE: Final = 16 * 1024
_PROGRAMS: Final = {"double": "x * 2", "square": "x * x"}
_BATCHES: Final = (1, 4, 16, 64, 256, 1024)


def accounts() -> dict[str, tuple[str, int]]:
    """Return both passes and the most arrays in memory, for every choice of layers to keep."""
    tracemalloc.start()
    made = {
        "".join(map(str, kept)): _account(kept)
        for count in range(LAYERS)
        for kept in combinations(range(1, LAYERS), count)
    }
    tracemalloc.stop()
    return made


def _account(kept: Sequence[int]) -> tuple[str, int]:
    """Return both passes as the view reads them, and the most arrays in memory."""
    steps: list[str] = []
    most, is_back = 0, False
    results: list[tuple[int, weakref.ref[Any]]] = []
    x = Tensor(np.full(_SIZE, 0.5, np.float32), requires_grad=True)
    before, _ = tracemalloc.get_traced_memory()

    def note(kind: str, layer: int) -> None:
        nonlocal most
        now, _ = tracemalloc.get_traced_memory()
        held = round((now - before) / x.data.nbytes)
        there = sorted({of for of, result in results if result() is not None})
        assert held - len(there) == is_back, "besides results there is one gradient"
        steps.append(f"{kind}{layer}:{held}:{''.join(map(str, there))}")
        most = max(most, held)

    def run(h: Any, first: int, last: int) -> Any:
        for layer in range(first, last + 1):
            h = h.sin()
            results.append((layer, weakref.ref(h.data)))
            note("a" if is_back else "f", layer)
            if h.requires_grad:
                h.register_hook(lambda gradient, layer=layer: note("b", layer))
        return h

    h: Any = x
    first = 1
    for last in [*kept, LAYERS]:
        h = run(h, first, last) if first == last else checkpoint(run, h, first, last)
        first = last + 1
    loss = h.sum()
    del h
    is_back = True
    loss.backward()
    return " ".join(steps), most


def programs(*, has_trays: bool = True) -> dict[str, Any]:
    """Return two programs with their tapes, as choices of the view.

    Args:
        has_trays: Whether each node shows the values that it saves for the backward pass.
    """
    return {
        "choices": [choice("y", "y", _PROGRAMS)],
        "cases": {name: _on_tape(text, has_trays) for name, text in _PROGRAMS.items()},
    }


def _on_tape(made: str, has_trays: bool) -> dict[str, Any]:
    """Return the case of a program, with what PyTorch saves for its backward pass."""
    names: dict[str, Any] = {"x": torch.tensor([-1.0, 2.0], requires_grad=True)}
    code = f"y = {made}\nz = y.relu()\nm = z.mean()"
    exec(code, names)
    walk = trace(names["m"], {name: names[name] for name in "xyzm"})
    trays = {}
    for node in walk["nodes"]:
        if has_trays and node["saved"]:
            of = node["label"] if node["saved"][0]["name"] == "result" else "x"
            trays[str(node["id"])] = {"now": names[of].tolist()}
    picture = {"trace": walk, "step": len(walk["forward"]), "harm": {"saved": trays}}
    return {"code": code, "pictures": [picture]}


def batches(
    words: Mapping[str, str],
    model: torch.nn.Module,
    bytes_of: Callable[[Any], tuple[int, int]],
    activations: int,
) -> dict[str, Any]:
    """Return the memory of activations and parameters by the size of the batch, as charts.

    Args:
        words: In the language of the page.
        model: The classifier of pictures.
        bytes_of: Returns the bytes that a trace's nodes save: of parameters, and of all else.
        activations: The bytes of all else for 64 pictures, the only ones that `before` shows.
    """
    walks = [trace(lambda n=n: model(torch.rand(n, 784)).sum(), model=model) for n in _BATCHES]
    saved = [bytes_of(walk)[1] for walk in walks]
    weights = sum(p.nbytes for p in model.parameters())
    assert saved[_BATCHES.index(64)] == activations
    assert saved[-2] < weights < saved[-1], "the text says where the activations overtake"

    x = {"label": words["pictures"], "values": [str(n) for n in _BATCHES]}

    def charted(counts: Sequence[int | None]) -> dict[str, Any]:
        lines = [("activations", counts, "saved"), ("parameters", [weights] * len(saved), "leaf")]
        series = [
            {
                "label": words[name],
                "values": [None if count is None else count / 2**20 for count in values],
                "unit": "MiB",
                "colour": colour,
            }
            for name, values, colour in lines
        ]
        return {"x": x, "series": series}

    return {
        "chart": charted(saved),
        "before": charted([activations if n == 64 else None for n in _BATCHES]),
        "overtakes": "1024" if 2 * activations < weights else "128",
    }

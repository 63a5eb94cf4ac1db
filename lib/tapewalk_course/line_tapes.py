"""The nodes that each line of a small GPT leaves on the tape, in both engines and five settings.

`forward` runs in both engines; its source is what the page shows. The nodes of each line are read
from the graph that it leaves.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import groupby, product
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from tapewalk import score
from tapewalk.data.letters import ALPHABET
from tapewalk.nn import functional as our_functions
from tapewalk_course.letter_gpt import STEPS, example, letter_gpt, twin

SWITCHES: Final = ("engine", "batch", "fused", "bias", "rows")
"""Settings with two choices each, in the order in which a run lists them."""

_WIDTH: Final = 64
_HEADS: Final = 4
# Operations that read their operand in another shape, and those that copy it.
_SHAPES: Final = frozenset(("View", "T", "Transpose", "Expand", "ReshapeAlias", "UnsafeView"))
_COPIES: Final = frozenset(("Clone",))


def forward(gpt: Any, f: Any, ids: Any, at: Any, goals: Any, split: Any, rows: Any) -> Any:
    """Return the loss of a model: what the page shows, line by line."""
    mask, fused = gpt.mask, gpt.fused
    x = gpt.letters(ids) + gpt.places(at)
    for b in gpt.blocks:
        h = b.ln1(x)
        q = b.q(h).view(split).transpose(1, 2)
        k = b.k(h).view(split).transpose(1, 2)
        v = b.v(h).view(split).transpose(1, 2)
        if fused:
            y = f.scaled_dot_product_attention(q, k, v, mask)
        else:
            s = q @ k.transpose(-2, -1) * 0.25
            p = (s + mask).softmax(-1)
            y = p @ v
        y = y.transpose(1, 2).reshape(rows)
        x = x + b.out(y)
        h = b.gelu(b.up(b.ln2(x)))
        x = x + b.down(h)
    z = gpt.head(gpt.ln(x)).view(-1, 27)
    return f.cross_entropy(z, goals)


def line_tapes(first: str, second: str) -> dict[str, Any]:
    """Return the lines of `forward` and the nodes that they leave, for all settings.

    Args:
        first: A text, as `example` takes it.
        second: Another one of the same length.

    Returns:
        `lines`, each with its `text` and the `part` of the model that it belongs to; `nodes`, each
        with `op`, `shape`, `kind` and its `saved` tensors; and `runs`, each with `at`, the choice
        of each switch, and `lines`, for each line the nodes that it leaves each time that it runs,
        `None` where it does not run.
    """
    text = np.array([ALPHABET.encode(first), ALPHABET.encode(second)])
    numbers: dict[str, int] = {}
    nodes: list[dict[str, Any]] = []
    runs = []
    for choice in product((0, 1), repeat=len(SWITCHES)):
        engine, batch, fused, bias, rows = choice
        model = model_of(("torch", "tensor")[engine], fused=bool(fused), bias=not bias)
        told = score(program(model, text[: batch + 1], flat=bool(rows)), model)
        by_line: dict[int, list[int]] = {}
        made = [(told["nodes"][at]["place"][1], _node(told, at)) for at in told["forward"]]
        for line, found in groupby(made, itemgetter(0)):
            left = []
            for _, node in found:
                key = repr(node)
                if key not in numbers:
                    numbers[key] = len(nodes)
                    nodes.append(node)
                left.append(numbers[key])
            # Each block runs the same lines, and leaves the same nodes.
            assert by_line.setdefault(line, left) == left
        lines = [by_line.get(line) for line, _, _ in _lines()]
        assert sum(line is not None for line in lines) == len(by_line)
        runs.append({"at": list(choice), "lines": lines})
    shown = [{"text": code, "part": part} for _, code, part in _lines()]
    return {"lines": shown, "nodes": nodes, "runs": runs}


def _lines() -> Iterator[tuple[int, str, str]]:
    """Yield the lines of `forward` that compute: number, text, and part of the model."""
    source, first = inspect.getsourcelines(forward)
    part = "embedding"
    for number, line in enumerate(source[3:], first + 3):
        code = line.strip()
        if code.startswith("for "):
            part = "block"
        elif not code.endswith(":"):
            if part == "block" and not line.startswith(" " * 8):
                part = "head"
            yield number, code, part


def _node(told: dict[str, Any], at: int) -> dict[str, Any]:
    """Return what the page shows of a node."""
    node = told["nodes"][at]
    kind = "shape" if node["op"] in _SHAPES else "copy" if node["op"] in _COPIES else "compute"
    if node["op"] == "Reshape":  # our engine has one node for both; a transposed operand is copied
        operands = [told["nodes"][operand]["op"] for operand in node["operands"]]
        kind = "copy" if operands[:1] == ["Transpose"] else "shape"
    saved = []
    for one in node["saved"]:
        parameter = told["storages"][one["storage"]]["of"]
        name = re.sub(r"^blocks\.\d+\.", "", parameter) if parameter else one["name"]
        saved.append({"name": name, "shape": one["shape"], "isParameter": parameter is not None})
    return {"op": node["op"], "shape": node["shape"], "kind": kind, "saved": saved}


def model_of(engine: str, fused: bool = False, bias: bool = True) -> Any:
    """Return the letter GPT.

    Args:
        engine: `"torch"` or `"tensor"`.
        fused: Whether attention is one node.
        bias: Whether its linear layers add one.
    """
    model: Any = (twin if engine == "torch" else letter_gpt)(fused=fused)
    if not bias:
        for module in model.modules():
            if type(module).__name__ == "Linear":
                module.bias = None
    return model


def ends(text: str) -> dict[str, Any]:
    """Return the letters that go in, and the shares of the symbols that may follow each.

    Args:
        text: Up to nine symbols, the last of which only follows.
    """
    ids, _ = example(text)
    shares = [letter_gpt(step)(ids).softmax(-1).data[0] for step in STEPS]
    return {
        "letters": list(text[:-1]),
        "goals": list(text[1:]),
        "symbols": [ALPHABET.itos[i] for i in range(len(ALPHABET))],
        "steps": list(STEPS),
        "shares": [[[round(float(p), 4) for p in row] for row in rows] for rows in shares],
    }


def program(model: Any, text: np.ndarray[Any, Any], *, flat: bool = False) -> Callable[[], Any]:
    """Return a function that computes the loss of a text with `forward`.

    Args:
        model: Of `model_of`.
        text: Letters as numbers, shape (batch, time + 1).
        flat: Whether all rows of the batch have one axis in common.
    """
    batch, time = text.shape[0], text.shape[1] - 1
    is_torch = type(model).__module__.startswith("tapewalk.twins")
    mask: Any = np.triu(np.full((time, time), -np.inf, np.float32), 1)
    ids: Any = text[:, :-1]
    goals: Any = text[:, 1:].reshape(-1)
    at: Any = np.arange(time)
    rows: tuple[int, ...] = (batch, time, _WIDTH)
    if flat:
        ids, at, rows = ids.reshape(-1), np.tile(at, batch), (batch * time, _WIDTH)
    f: Any = our_functions
    if is_torch:
        import torch

        f = torch.nn.functional
        mask, ids, goals, at = (torch.tensor(x) for x in (mask, ids, goals, at))
    gpt = _parts(model, mask)
    split = (batch, time, _HEADS, _WIDTH // _HEADS)
    return lambda: forward(gpt, f, ids, at, goals, split, rows)


def _parts(model: Any, mask: Any) -> SimpleNamespace:
    """Return a model's layers under short names."""
    blocks = [
        SimpleNamespace(
            ln1=block.ln1, ln2=block.ln2,
            q=block.attention.q, k=block.attention.k, v=block.attention.v, out=block.attention.out,
            up=block.feed_forward.up, gelu=block.feed_forward.gelu, down=block.feed_forward.down,
        )
        for block in model.blocks
    ]  # fmt: skip
    return SimpleNamespace(
        letters=model.token_embedding, places=model.position_embedding, blocks=blocks,
        ln=model.ln, head=model.head, mask=mask, fused=model.blocks[0].attention.fused,
    )  # fmt: skip

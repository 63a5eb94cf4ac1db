"""What a step holds when it holds most: the largest tensors, their lines, and what saves them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from tapewalk.trace.score import held_bytes

_NUMBER: Final = re.compile(r"(?<= )\d+\b")
_LOSSES: Final = ("LogSoftmax", "NllLoss", "CrossEntropy", "Logsumexp")
_WEIGHTS: Final = ("Softmax", "NativeDropout", "MaskedFill", "Where", "Bmm", "UnsafeView", "Div")


class Held(NamedTuple):
    """Equal tensors that are held at the peak.

    Attributes:
        bytes: The memory of all of them.
        times: How many there are.
        shape: The shape of each.
        op: The operation that saved it first.
        part: The part of the model, equal blocks as one: "blocks × 12 / attention".
        line: File and line of the code.
        saver: The name of the word for what would save it.
    """

    bytes: int
    times: int
    shape: tuple[int, ...]
    op: str
    part: str
    line: str
    saver: str


def largest(step: Any) -> list[Held]:
    """Return the ten largest groups of equal tensors that a score holds at its peak."""
    held = held_bytes(step)
    moment = held.index(max(held))
    shapes = {s["storage"]: s["shape"] for node in reversed(step["nodes"]) for s in node["saved"]}
    equal: dict[tuple[Any, ...], list[tuple[int, str]]] = {}
    for number, storage in enumerate(step["storages"]):
        if storage["of"] is None and storage["from"] <= moment <= storage["until"]:
            node, shape = step["nodes"][storage["node"]], tuple(shapes.get(number, ()))
            group = node["group"] or ""
            key = (shape, node["op"], _NUMBER.sub("*", group, 1), line_of(step, node))
            equal.setdefault(key, []).append((storage["bytes"], group))
    rows = []
    for (shape, op, block, line), pieces in equal.items():
        part = folded(block, {group for _, group in pieces})
        size = sum(each for each, _ in pieces)
        rows.append(Held(size, len(pieces), shape, op, part, line, _saver(op, shape, block)))
    return sorted(rows, key=lambda row: -row.bytes)[:10]


def line_of(step: Any, node: Any) -> str:
    """Return file and line of the code that made a node of a score, "" if they are not known."""
    if node["place"] is None:
        return ""
    at, line = node["place"]
    return f"{step['source'][at]['file']}:{line}"


def folded(block: str, groups: Iterable[str]) -> str:
    """Return the name of equal blocks, "blocks × 12 / attention" for "blocks * / attention"."""
    names = sorted(groups)
    return names[0] if len(names) == 1 else block.replace(" *", f" × {len(names)}", 1)


def equal_parts(parts: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, int, Any]]:
    """Yield the parts of a model in their order, equal blocks as one.

    Args:
        parts: Their names, each with what blocks must share to be equal.

    Yields:
        The name, how many blocks there are, and what they share.
    """
    equal: dict[tuple[str, Any], list[str]] = {}
    for name, shared in parts:
        equal.setdefault((_NUMBER.sub("*", name, 1), shared), []).append(name)
    for (block, shared), names in equal.items():
        yield folded(block, set(names)), len(names), shared


def _saver(op: str, shape: tuple[int, ...], block: str) -> str:
    is_square = len(shape) > 2 and shape[-1] == shape[-2]
    if is_square and any(name in op for name in _WEIGHTS):
        return "save_attention"
    if any(name in op for name in _LOSSES):
        return "save_loss"
    return "save_checkpoint" if "*" in block else "save_half"

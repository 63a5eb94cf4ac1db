"""What nodes save, and what a write in place does to it: data of the page `functions`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from tapewalk import Tensor, trace
from tapewalk.trace.format import Trace
from tapewalk_course.figures.variants import choice

Words = Mapping[str, str]

OPERATIONS: Final = {
    "exp": "s.exp()",
    "log": "s.log()",
    "x2": "s * 2",
    "square": "s * s",
    "relu": "s.relu()",
    "sum": "s.sum()",
}
JOINED: Final = {"add": "x + z", "mul": "x * z"}
RETAIN: Final = {"x": "", "y": "", "asked": "y.retain_grad()"}
WRITES: Final = {"y": "y.add_(1)", "s": "s.add_(1)", "none": ""}
VIEW_WRITES: Final = {
    "left": "left.add_(1)",
    "right": "right.add_(1)",
    "leaf": "x.add_(1)",
    "none": "",
}

_GUESSED: Final = ("exp y", "log s")


def _code(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def _rounded(numbers: Any) -> list[float]:
    return np.asarray(numbers).round(3).reshape(-1).tolist()


def _ids(walk: Trace) -> dict[str | None, int]:
    """Return the node of each label."""
    return {node["label"]: node["id"] for node in walk["nodes"]}


def _first(saved: Iterable[Any]) -> list[float]:
    """Return the first of the arrays that a node has saved."""
    entries = [array for array in saved if array is not None]
    return _rounded(entries[0]) if entries else []


def _values(ids: Mapping[str | None, int], **tensors: Tensor) -> dict[str, list[float]]:
    """Return the numbers of labelled tensors, by node."""
    return {str(ids[label]): _rounded(tensor.data) for label, tensor in tensors.items()}


def _tray(was: list[float], now: list[float]) -> dict[str, list[float]]:
    return {"now": now} if was == now else {"was": was, "now": now}


def writes(words: Words) -> dict[str, Any]:
    """Return each operation with each write after it.

    The words have, by operation, the reason for what it saves.
    """
    texts = {name: line or words["none"] for name, line in WRITES.items()}
    return {
        "choices": [
            choice("operation", words["operation"], OPERATIONS),
            choice("write", words["write"], texts),
        ],
        "cases": {
            f"{name} {write}": _written(name, write, words[name])
            for name in OPERATIONS
            for write in WRITES
        },
        "guess": {"question": words["question"], "ends": ["right", "error"], "of": _GUESSED},
    }


def _operated(name: str) -> dict[str, Any]:
    x = Tensor([1.0, 2.0], requires_grad=True)
    s = x * 1
    y = eval(OPERATIONS[name], {"s": s})
    return {"x": x, "s": s, "y": y, "loss": y.sum()}


def _written(name: str, write: str, why: str) -> dict[str, Any]:
    """Return the case of an operation and a write after it."""
    meant, tensors = _operated(name), _operated(name)
    meant["loss"].backward()
    x, s, y, loss = tensors.values()
    walk = trace(loss, tensors)
    ids, saved = _ids(walk), y.grad_fn.saved
    node, was, before = str(ids["y"]), _first(saved), _values(ids, s=s, y=y)
    if write != "none":
        tensors[write].add_(1)
    harm: dict[str, Any] = {
        "saved": {node: _tray(was, _first(saved))} if was else {},
        "trays": {node: {"now": was}} if was else {},
        "values": _values(ids, s=s, y=y),
        "before": before,
    }
    picture: dict[str, Any] = {"trace": walk, "harm": harm}
    says = None
    try:
        loss.backward()
    except RuntimeError as error:
        end, says = "error", str(error).split(". ")[0] + "."
        harm["stopped"] = [ids["y"]]
        picture["step"] = len(walk["forward"]) + 2
    else:
        end = "right" if _rounded(x.grad) == _rounded(meant["x"].grad) else "wrong"
    lines = ("s = x * 1", f"y = {OPERATIONS[name]}", WRITES[write])
    code = _code(*lines, "loss = y.sum()", "loss.backward()")
    return {"code": code, "pictures": [picture], "end": end, "says": says, "why": why}


def kept(s: Any, y: Any) -> str:
    """Return what the nodes of a sum `s` and of its tanh `y` save."""
    from_tanh = y.grad_fn.saved_tensors
    keeps_result = len(from_tanh) == 1 and np.array_equal(from_tanh[0], y.data)
    return "result, nothing" if keeps_result and not s.grad_fn.saved_tensors else "operands"


def joined(words: Words, *, has_trays: bool = True) -> dict[str, Any]:
    """Return a sum and a product of two leaves, with what their nodes save or without."""
    return {
        "choices": [choice("program", words["program"], JOINED)],
        "cases": {name: _joined(name, has_trays) for name in JOINED},
    }


def _joined(name: str, has_trays: bool) -> dict[str, Any]:
    x, z = (Tensor(numbers, requires_grad=True) for numbers in ([0.0, 1.0], [1.0, -1.0]))
    s = eval(JOINED[name], {"x": x, "z": z})
    y = s.tanh()
    loss = y.sum()
    walk = trace(loss, {"x": x, "z": z, "s": s, "y": y, "loss": loss})
    ids, trays = _ids(walk), {}
    for label, tensor in (("s", s), ("y", y)):
        saved = map(_rounded, tensor.grad_fn.saved_tensors)
        if has_trays and (sides := dict(zip(("now", "also"), saved, strict=False))):
            trays[str(ids[label])] = sides
    code = _code(f"s = {JOINED[name]}", "y = s.tanh()", "loss = y.sum()", "loss.backward()")
    return {"code": code, "pictures": [{"trace": walk, "harm": {"saved": trays}}]}


def retained(words: Words) -> dict[str, Any]:
    """Return what programs print that look at the gradient of a leaf, or of another tensor.

    The figure `before` does not show what they print; `having` says which tensors have a gradient.
    """
    cases = {which: _looked_at(which) for which in RETAIN}
    told = {which: case["says"] for which, case in cases.items()}
    choices = [choice("look", words["look"], {which: words[which] for which in RETAIN})]
    silent = {which: {**case, "says": None} for which, case in cases.items()}
    return {
        "all": {"choices": choices, "cases": cases},
        "before": {"choices": choices, "cases": silent},
        "having": "leaves" if told["x"] != "None" == told["y"] else "all",
    }


def _looked_at(which: str) -> dict[str, Any]:
    x = Tensor([1.0, -2.0], requires_grad=True)
    y = x * 2
    loss = y.sum()
    walk = trace(loss, {"x": x, "y": y, "loss": loss})
    if which == "asked":
        y.retain_grad()
    loss.backward()
    name, gradient = ("x", x.grad) if which == "x" else ("y", y.grad)
    says = "None" if gradient is None else str(gradient.tolist())
    code = _code("y = x * 2", RETAIN[which], "y.sum().backward()", f"print({name}.grad)")
    return {"code": code, "pictures": [{"trace": walk}], "says": says}


def halves(words: Words) -> dict[str, Any]:
    """Return the writes into a view, its other half or the leaf.

    The figure `before` has no write; `right` says how the write into the other half ends.
    """
    everything = _view_writes(VIEW_WRITES, words)
    return {
        "all": everything,
        "before": _view_writes(["none"], words),
        "right": everything["cases"]["right"]["end"],
    }


def _view_writes(names: Iterable[str], words: Words) -> dict[str, Any]:
    texts = {name: VIEW_WRITES[name] or words["none"] for name in names}
    return {
        "choices": [choice("write", words["write"], texts)],
        "cases": {name: _halved(name) for name in texts},
    }


def _halved(write: str) -> dict[str, Any]:
    """Return the case of a write into one of the halves or the leaf."""
    x = Tensor([1.0, -2.0], requires_grad=True)
    whole = x * 1
    left, right = whole[:1], whole[1:]
    square: Any = left * left
    loss = square.sum()
    walk = trace(loss, {"x": x, "whole": whole, "left": left, "square": square, "loss": loss})
    ids, saved = _ids(walk), square.grad_fn.saved
    was = _first(saved)
    end, says = "right", None
    try:
        if write != "none":
            {"left": left, "right": right, "leaf": x}[write].add_(1)
        loss.backward()
    except RuntimeError as error:
        end, says = "error", str(error).split(". ")[0].split(": ")[0] + "."
    harm: dict[str, Any] = {
        "saved": {str(ids["square"]): _tray(was, _first(saved))},
        "values": _values(ids, whole=whole, left=left),
    }
    picture: dict[str, Any] = {"trace": walk, "harm": harm}
    if end == "error":
        picture["step"] = len(walk["forward"]) + (0 if write == "leaf" else 2)
        harm["stopped"] = [] if write == "leaf" else [ids["square"]]
    code = _code(
        "whole = x * 1",
        "left, right = whole[:1], whole[1:]",
        "loss = (left * left).sum()",
        VIEW_WRITES[write],
        "loss.backward()",
    )
    return {"code": code, "pictures": [picture], "end": end, "says": says}

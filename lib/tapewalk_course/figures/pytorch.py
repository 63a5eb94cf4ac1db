"""The data of `pytorch.qmd`: both engines line by line, and programs that stop a gradient."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import torch

import tapewalk
from tapewalk import trace, walk
from tapewalk_course.figures.family import by
from tapewalk_course.figures.variants import choice
from tapewalk_course.slopes import slope_family

Words = Mapping[str, str]
Figure = dict[str, Any]
Tensors = dict[str, Any]

_LINES: Final[dict[str, Callable[[Tensors], Any]]] = {
    "a = X @ W1": lambda n: n["X"] @ n["W1"],
    "b = a + b1": lambda n: n["a"] + n["b1"],
    "c = b.tanh()": lambda n: n["b"].tanh(),
    "d = c @ W2": lambda n: n["c"] @ n["W2"],
    "e = d - T": lambda n: n["d"] - n["T"],
    "f = e ** 2": lambda n: n["e"] ** 2,
    "loss = f.mean()": lambda n: n["f"].mean(),
}
_DATA: Final = ("X", "T")
_PARAMETERS: Final = ("W1", "b1", "W2")
_WAYS: Final = {
    "nothing": "hidden = first @ x",
    "detach": "hidden = (first @ x).detach()",
    "no_grad": "with torch.no_grad():\n    hidden = first @ x",
    "frozen": "first.requires_grad_(False)\nhidden = first @ x",
}
_COPIES: Final = {"detach": "y.detach()", "clone": "y.detach().clone()", "data": "y.data"}
_EXP: Final = "x = torch.tensor([1.0, 2.0], requires_grad=True)\ny = x.exp()"
_PLACES: Final = [0.5 * i for i in range(9)]


def both_engines(words: Words) -> tuple[Figure, Figure, str]:
    """Return an XOR network line by line in both engines.

    Returns:
        The figure of all lines, that of the first line, and whether PyTorch makes the `"same"`
        number of nodes as tapewalk, `"less"` or `"more"`.
    """
    cases = {}
    for last in range(1, len(_LINES) + 1):
        ours, theirs = (_newest_line(engine, last) for engine in (tapewalk, torch))
        apart = float(abs(ours[1] - theirs[1]).max())
        cases[str(last)] = {
            "code": "\n".join([*_LINES][:last]),
            "pictures": [
                {"title": "tapewalk", "trace": ours[0]},
                {"title": "PyTorch", "trace": theirs[0]},
            ],
            "readings": [
                {"label": words["nodes"], "value": f"{ours[2]}, {theirs[2]}"},
                {"label": words["apart"], "value": apart},
            ],
        }
    tapes = "same" if ours[2] == theirs[2] else "less" if ours[2] > theirs[2] else "more"
    texts = dict(zip(cases, _LINES, strict=True))
    every = _of_cases("line", words["line"], texts, cases)
    return every, _of_cases("line", words["line"], {"1": texts["1"]}, cases), tapes


def _newest_line(engine: Any, last: int) -> tuple[Any, Any, int]:
    """Return the newest line's part of a tape, its numbers, and the nodes of all lines so far."""
    names = {name: engine.from_numpy(array.astype(np.float32)) for name, array in _arrays().items()}
    for name in _PARAMETERS:
        names[name].requires_grad_()
    for line, operation in [*_LINES.items()][:last]:
        result, *operands = re.findall(r"\w+", line)
        before = dict(names)
        names[result] = operation(names)
    given = {
        name: engine.from_numpy(np.asarray(before[name].data).copy()).requires_grad_()
        for name in operands
        if name in before and name not in _DATA
    }
    made = operation(before | given)
    drawn = trace(made if made.numel() == 1 else made.sum(), {**given, result: made})
    return drawn, np.asarray(made.data, np.float64), len(list(walk(names[result])))


def _arrays() -> dict[str, Any]:
    """Return the data of XOR, and the first parameters of a network with two hidden units."""
    draw = np.random.default_rng(4)
    return {
        "X": np.array([[0, 0], [0, 1], [1, 0], [1, 1]]),
        "T": np.array([[0], [1], [1], [0]]),
        "W1": draw.normal(size=(2, 2)),
        "b1": np.zeros(2),
        "W2": draw.normal(size=(2, 1)),
    }


def _of_cases(name: str, label: str, texts: Mapping[str, str], cases: Mapping[str, Any]) -> Figure:
    """Return a choice between some of the cases, by the texts of their buttons."""
    return {
        "choices": [choice(name, label, texts)],
        "cases": {value: cases[value] for value in texts},
    }


def scores(words: Words, queries: Any, keys: Any) -> Figure:
    """Return the sum of all scores, while one number of the queries moves."""

    def moved(row: int, column: int, number: float) -> tuple[float, float]:
        changed = queries.detach().clone()
        changed[row - 1, column - 1] = number
        total = (changed.requires_grad_() @ keys.T).sum()
        (gradient,) = torch.autograd.grad(total, changed)
        return total.item(), gradient[row - 1, column - 1].item()

    called = {name: words[name] for name in ("row", "column", "number")}
    return slope_family(
        words["title"],
        {"row": [1, 2, 3], "column": [1, 2], "number": [i / 2 for i in range(-4, 5)]},
        {"row": 2, "column": 2, "number": queries[1, 1].item()},
        lambda **at: moved(**at)[0],
        {words["slope"]: lambda **at: moved(**at)[1]},
        called={**called, "result": words["sum"]},
        top=8,
        bottom=-8,
    )


def stops(words: Words) -> tuple[Figure, Figure]:
    """Return programs that stop the gradient at the first of two layers: all, all but `frozen`."""
    cases = {way: _stopped(words, way) for way in _WAYS}
    texts = {way: words.get(way, way) for way in _WAYS}
    others = {way: text for way, text in texts.items() if way != "frozen"}
    label = words["way"]
    return _of_cases("way", label, texts, cases), _of_cases("way", label, others, cases)


def reached_past_frozen() -> str:
    """Return what gets a gradient when the first layer is frozen: `second`, `x` too, or `all`."""
    tensors = _layers("frozen")
    if not tensors["x"].requires_grad:
        return "second"
    return "all" if tensors["first"].requires_grad else "x"


def _layers(way: str) -> Tensors:
    """Return the tensors of a program that stops in this way, by their names."""
    torch.manual_seed(0)
    leaves = {"first": torch.randn(3, 2), "second": torch.randn(3), "x": torch.tensor([1.0, -2.0])}
    names: Tensors = {name: leaf.requires_grad_() for name, leaf in leaves.items()}
    names["torch"] = torch
    exec(f"{_WAYS[way]}\nloss = second @ hidden", names)
    return {name: names[name] for name in (*leaves, "hidden", "loss")}


def _stopped(words: Words, way: str) -> Figure:
    """Return the tape of such a program, and which of its tensors get a gradient."""
    tensors = _layers(way)
    tensors["loss"].backward(retain_graph=True)
    on_the_way = {name: t for name, t in tensors.items() if t.grad_fn or t.grad is not None}
    return {
        "code": f"{_WAYS[way]}\n(second @ hidden).backward()",
        "pictures": [{"trace": trace(tensors["loss"], on_the_way)}],
        "readings": [
            {"label": f"{name}:", "value": words["none" if tensors[name].grad is None else "some"]}
            for name in ("first", "second", "x")
        ],
    }


def copies(words: Words) -> Figure:
    """Return what a write into three kinds of copies does, before and after the backward pass."""
    cases = {way: _written(words, way) for way in _COPIES}
    walk = _tape(*_after(""))
    picture = {"trace": walk, "step": len(walk["forward"])}
    begun = {way: {"code": case["code"], "pictures": [picture]} for way, case in cases.items()}
    return {
        "outcome": cases["detach"]["end"],
        "before": _of_cases("way", words["way"], _COPIES, begun),
        "all": _of_cases("way", words["way"], _COPIES, cases),
    }


def _after(write: str) -> tuple[Any, Any]:
    """Return x and y after a write into y, or into what was copied from it."""
    names: Tensors = {"torch": torch}
    exec(f"{_EXP}\n{write}", names)
    return names["x"], names["y"]


def _tape(x: Any, y: Any) -> Any:
    """Return the tape of y.sum().

    Raises:
        RuntimeError: y has been changed, and PyTorch noticed.
    """
    return trace(y.sum(), {"x": x, "y": y})


def _written(words: Words, way: str) -> Figure:
    """Return what a write into d does to the result that exp has saved, and to the gradient."""
    write = f"d = {_COPIES[way]}\nd[0] = 0"
    x, y = _after(write)
    untouched = _after("")
    was, now = untouched[1].tolist(), y.tolist()
    harm: Figure = {}
    if now != was:
        saved = {"1": {"was": was, "now": now}}
        harm = {"values": {"1": now, "2": [y.sum().item()]}, "saved": saved}
    try:
        picture = {"trace": _tape(x, y)}
    except RuntimeError as error:
        harm["stopped"] = [1]
        walk = _tape(*untouched)
        picture = {"trace": walk, "harm": harm, "step": len(walk["forward"]) + 2}
        end, says = "error", f"RuntimeError: {str(error).partition(': [')[0]}"
    else:
        if harm:
            picture["harm"] = harm
        y.sum().backward()
        gradient = x.grad.tolist()
        end = "right" if gradient == was else "wrong"
        says = f"{words['gradient']} {[round(number, 3) for number in gradient]}"
    code = f"y = x.exp()\n{write}\ny.sum().backward()"
    return {"code": code, "pictures": [picture], "end": end, "says": says}


def two_slopes(title: str) -> Figure:
    """Return the curve of a², with the slopes of a * a and of a * a.detach()."""

    def slope(at: float, detached: bool) -> float:
        a: Any = torch.tensor(at, requires_grad=True)
        (a * (a.detach() if detached else a)).backward()
        return float(a.grad)

    fine = [i / 10 for i in range(41)]
    here = {"x": by("a", values=_PLACES), "y": by("a", values=[at * at for at in _PLACES])}
    whole, half = ([slope(at, detached) for at in _PLACES] for detached in (False, True))
    tangent = {"kind": "tangent", "label": "a * a", "colour": "forward"}
    other = {"kind": "tangent", "label": "a * a.detach()", "colour": "backward", "dashed": True}
    return {
        "sliders": [{"name": "a", "label": "a", "values": _PLACES, "at": 2}],
        "panels": [
            {
                "title": title,
                "x": {"label": "a", "from": 0, "to": 4},
                "y": {"label": "y", "from": 0, "to": 16},
                "marks": [
                    {"kind": "line", "colour": "muted", "x": fine, "y": [at**2 for at in fine]},
                    {**tangent, **here, "slope": by("a", values=whole)},
                    {**other, **here, "slope": by("a", values=half)},
                    {"kind": "dots", "colour": "ink", "handle": "a", **here},
                ],
            }
        ],
        "readings": [{"label": "y", "values": here["y"]}],
    }

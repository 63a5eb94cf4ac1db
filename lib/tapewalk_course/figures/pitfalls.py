"""Programs that raise an error or compute a wrong gradient: data of the page `pitfalls`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import torch

import tapewalk
from tapewalk import trace
from tapewalk.trace.format import Trace
from tapewalk_course.figures.variants import choice

Words = Mapping[str, str]

_END: Final = "loss = y.sum()\nloss.backward()"
_MEANT_EXP: Final = "y = w.exp()\nloss = (y + 1).sum()\nloss.backward()"


class Program(NamedTuple):
    """A program with PyTorch.

    Attributes:
        end: How the page says that it ends: "error", "wrong" or "right".
        w: The numbers of the leaf `w`.
        written: Its lines after the one that makes `w`.
        meant: The lines of the intended program, if it is another one.
    """

    end: str
    w: Sequence[float]
    written: str
    meant: str = ""


PROGRAMS: Final = {
    "zero": Program(
        "wrong",
        [1.0, 2.0],
        "for _ in range(2):\n    loss = (w ** 2).sum()\n    loss.backward()",
        "for _ in range(2):\n    w.grad = None\n    loss = (w ** 2).sum()\n    loss.backward()",
    ),
    "over": Program("error", [0.0, 1.0], f"y = w.exp()\ny.add_(1)\n{_END}", _MEANT_EXP),
    "fine": Program("right", [1.0, 2.0], f"y = w * 2\ny.add_(1)\n{_END}"),
    "data": Program("wrong", [0.0, 1.0], f"y = w.exp()\ny.data.add_(1)\n{_END}", _MEANT_EXP),
    "half": Program(
        "wrong",
        [1.0, 2.0],
        f"gate = w * w\ny = w * gate.detach()\n{_END}",
        f"gate = w * w\ny = w * gate\n{_END}",
    ),
    "cut": Program(
        "error",
        [1.0, 2.0],
        f"a = w.detach().numpy()\ny = torch.tensor(a ** 2)\n{_END}",
        f"y = w ** 2\n{_END}",
    ),
    "many": Program(
        "error",
        [1.0, 2.0],
        "loss = w * w\nloss.backward()",
        "loss = (w * w).sum()\nloss.backward()",
    ),
    "where": Program(
        "wrong",
        [0.0, 4.0],
        f"root = w.sqrt()\ny = torch.where(w > 0, root, 0.0)\n{_END}",
        "safe = torch.where(w > 0, w, 1.0)\nroot = safe.sqrt()\n"
        f"y = torch.where(w > 0, root, 0.0)\n{_END}",
    ),
}

ROOTS: Final = {
    "root": "y = w.sqrt()",
    "masked": "root = w.sqrt()\ny = where(w > 0, root, 0.0)",
    "inside": "safe = where(w > 0, w, 1.0)\nroot = safe.sqrt()\ny = where(w > 0, root, 0.0)",
}
"""Programs with a root at 0, which run in both engines."""


def programs_seen(words: Words, why: Words) -> dict[str, Any]:
    """Return all programs, each with its tapes, how it ends and `why`."""
    return {
        "choices": [choice("pitfall", words["pitfall"], {name: words[name] for name in PROGRAMS})],
        "cases": {name: _case(name, words, why[name]) for name in PROGRAMS},
        "guess": {"question": words["question"], "ends": ["error", "wrong", "right"]},
    }


def _case(name: str, words: Words, why: str) -> dict[str, Any]:
    said, w, written, meant = PROGRAMS[name]
    came, right = _result(written, w), _result(meant or written, w)
    end = "error" if isinstance(came, str) else "right" if came == right else "wrong"
    assert end == said, f"{name}: {end}"
    pictures = [{**_picture(name), "title": words["broken"] if meant else ""}]
    if meant:
        pictures.append({"title": words["fixed"], "trace": _recorded(meant, w)})
    return {
        "code": written,
        "pictures": pictures,
        "end": end,
        "says": came if end == "error" else f"{words['gradient']} {came}",
        "why": why,
        "readings": [{"label": words["meant"], "value": str(right)}] if end == "wrong" else [],
    }


def _run(lines: str, w: Sequence[float]) -> dict[str, Any]:
    """Return the names that a program has defined."""
    names: dict[str, Any] = {"torch": torch, "w": torch.tensor(w, requires_grad=True)}
    exec(lines, names)
    return names


def _result(lines: str, w: Sequence[float]) -> list[float] | str:
    """Return the gradient of w, or the error that was raised."""
    try:
        names = _run(lines, w)
    except RuntimeError as error:
        return f"RuntimeError: {str(error).partition('. ')[0].partition(': [')[0]}"
    return _rounded(names["w"].grad)


def _rounded(tensor: torch.Tensor) -> list[float]:
    return [round(number, 3) for number in tensor.tolist()]


def _recorded(lines: str, w: Sequence[float]) -> Trace:
    """Return the trace of a program's loss, before its backward pass."""
    return _traced(_run(lines.replace("loss.backward()", "pass"), w))


def _traced(names: Mapping[str, Any]) -> Trace:
    labels = ("w", "gate", "safe", "root", "y", "loss")
    return trace(names["loss"], {label: names[label] for label in labels if label in names})


def _picture(name: str) -> dict[str, Any]:
    """Return the tape of a program as it was written, with what is wrong there."""
    _, w, written, meant = PROGRAMS[name]
    match name:
        case "zero":
            first = _result(written.replace("range(2)", "range(1)"), w)
            return {"trace": _recorded(written, w), "harm": {"held": {"0": first}}}
        case "over":
            walk = _recorded(written.replace("y.add_(1)", "y = y.add(1)"), w)
            harm = {**_written_over(w), "stopped": [1]}
            return {"trace": walk, "harm": harm, "step": len(walk["forward"]) + 3}
        case "data":
            return {"trace": _recorded(written, w), "harm": _written_over(w)}
        case "half":
            return _without_gate(_recorded(meant, w), _result(written, w))
        case "cut":
            walk = {**_recorded(meant, w), "backward": []}
            return {"trace": walk, "harm": {"cut": [0], "stopped": [2]}}
        case "many":
            return _without_sum(_recorded(meant, w))
    return {"trace": _recorded(written, w)}


def _written_over(w: Sequence[float]) -> dict[str, Any]:
    """Return what exp has saved, and what is there after 1 was added."""
    was = _rounded(torch.tensor(w).exp())
    now = [round(number + 1, 3) for number in was]
    return {
        "values": {"1": now},
        "saved": {"1": {"was": was, "now": now}},
        "before": {"1": was},
        "trays": {"1": {"now": was}},
    }


def _without_gate(walk: Trace, gradient: object) -> dict[str, Any]:
    """Return the tape of `half` without the path through the gate, and check its gradient."""
    ends = [(edge["from"], edge["to"]) for edge in walk["edges"]]
    gate, cut = 1, ends.index((1, 2))
    walk["backward"] = [event for event in walk["backward"] if event["node"] != gate]
    for event in walk["backward"]:
        kept = [send for send in event["sends"] if send["edge"] != cut]
        event["sends"] = [{**send, "total": send["contribution"]} for send in kept]
    arrived: Any = walk["backward"][-1]["sends"][-1]["total"]
    assert arrived["values"] == gradient
    return {"trace": walk, "harm": {"cut": [cut]}}


def _without_sum(walk: Trace) -> dict[str, Any]:
    """Return the tape of `many`, which ends with the product."""
    leaf, product, _ = walk["nodes"]
    walk = {
        **walk,
        "nodes": [leaf, {**product, "label": "loss"}],
        "edges": walk["edges"][:2],
        "forward": walk["forward"][:1],
        "backward": [],
    }
    return {"trace": walk, "harm": {"stopped": [1], "values": {"1": [1.0, 4.0]}}}


def clearing(words: Words, cleared: Sequence[float], forgotten: Sequence[float]) -> dict[str, Any]:
    """Return a chart of the losses of two runs, one that clears the gradients and one that doesn't.

    The chart `before` has the first run alone; `forgotten` says what the second does.
    """
    steps = {"label": words["step"], "values": list(range(1, len(cleared) + 1))}
    first = {"label": words["cleared"], "values": cleared, "colour": "forward"}
    second = {"label": words["forgotten"], "values": forgotten, "colour": "backward"}
    neighbours = zip(forgotten, forgotten[1:], forgotten[2:], strict=False)
    turns = sum(before < loss > after for before, loss, after in neighbours)
    return {
        "chart": {"x": steps, "series": [first, second]},
        "before": {"x": steps, "series": [first]},
        "forgotten": "swings" if turns > 1 else "explodes",
    }


def roots(words: Words) -> dict[str, Any]:
    """Return the programs with a root in PyTorch and in the course's library, called "ours".

    The figure `before` does not show the results of the library. `ours` says what gradient it
    computes of a root inside a `where`: "nan" or "zero".
    """
    everything = _both_engines(words)
    says = {name: case["says"] for name, case in everything["cases"].items()}
    assert all(says[f"{name} torch"] == says[f"{name} ours"] for name in ROOTS)
    return {
        "all": everything,
        "before": _both_engines(words, runs_ours=False),
        "ours": "nan" if "nan" in says["masked ours"] else "zero",
    }


def _both_engines(words: Words, *, runs_ours: bool = True) -> dict[str, Any]:
    engines = ("torch", "ours")
    return {
        "choices": [
            choice("program", words["program"], {name: words[name] for name in ROOTS}),
            choice("engine", words["engine"], {engine: words[engine] for engine in engines}),
        ],
        "cases": {
            f"{name} {engine}": _root(name, engine, words, runs=runs_ours or engine == "torch")
            for name in ROOTS
            for engine in engines
        },
    }


def _root(name: str, engine: str, words: Words, *, runs: bool) -> dict[str, Any]:
    """Return the case of a program in one engine, with its backward pass or without."""
    code = f"{ROOTS[name]}\nloss = y.sum()"
    library: Any = torch if engine == "torch" else tapewalk
    make = torch.tensor if engine == "torch" else tapewalk.Tensor
    names = {"where": library.where, "w": make([0.0, 4.0], requires_grad=True)}
    exec(code, names)
    walk = _traced(names)
    if not runs:
        return {"code": code, "pictures": [{"trace": walk, "step": len(walk["forward"])}]}
    names["loss"].backward()
    gradient = [float(number) for number in names["w"].grad]
    says = f"{words['gradient']} {gradient}"
    return {"code": code, "pictures": [{"trace": walk}], "says": says}

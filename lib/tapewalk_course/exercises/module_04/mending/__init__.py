"""04.3: a block with three bugs, fixed: the same loss, and a healthy report."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder

Forward = Callable[[Any, Any], Any]


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    for batch in (1, 2, 3):
        heads = int(rng.integers(1, 4))
        width = heads * int(rng.integers(2, 4))
        x = rng.normal(size=(batch, int(rng.integers(2, 6)), width))
        cases.append(Case({"heads": heads, "manual_seed": int(rng.integers(1000)), "x": x}))
    return cases


def block(width: int, heads: int, seed: int) -> Any:
    """Return the parts of a block: `norm`, `attn`, `up` and `down`, in double precision."""
    import torch
    from torch import nn

    model = nn.Module()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model.norm = nn.LayerNorm(width)
        model.attn = nn.MultiheadAttention(width, heads, batch_first=True)
        model.up = nn.Linear(width, 2 * width)
        model.down = nn.Linear(2 * width, width)
        for parameter in model.parameters():  # biases of attention begin at 0
            parameter.data += 0.1 * torch.randn_like(parameter)
    return model.double()


@travels
class _Found(dict[str, Any]):
    """The facts about a forward pass; a dictionary that a learner returns is not one."""


def _run(forward: Forward, case: Case) -> Any:
    """Return the report's findings about a forward pass, and the sizes of the gradients."""
    import torch

    from tapewalk.inspect import inspect

    heads, seed, x = case.inputs.values()
    model = block(x.shape[-1], heads, seed)
    start = torch.tensor(x, requires_grad=True)
    results = []

    def loss() -> Any:
        # As after other layers, x has a history, and writing into it changes only a copy.
        results.append(case.call(lambda model: forward(model, start * 1), model=model))
        is_result = getattr(results[-1], "shape", None) == start.shape
        if not is_result or not hasattr(results[-1], "grad_fn"):
            raise _OtherResultError
        return _loss(results[-1])

    try:
        report = inspect(loss, model, gradients=True)
        slopes = torch.autograd.grad(loss(), start, allow_unused=True)
    except _OtherResultError:
        return results[-1]
    squares = [
        p.gradient.rms**2 * np.prod(p.shape) for p in report.parameters if p.gradient is not None
    ]
    return _Found(
        {
            "loss": report.value,
            "missing": tuple(p.name for p in report.missing),
            "attention": tuple("fused" if core.fused else "unfused" for core in report.attention),
            "|gradient|": float(np.sqrt(sum(squares))),
            "|gradient of x|": 0.0 if slopes[0] is None else slopes[0].norm().item(),
        }
    )


class _OtherResultError(Exception):
    """The forward pass returned something other than rows with a history."""


def _loss(result: Any) -> Any:
    """Return the distance of results from 1: squares alone would hide a result's sign."""
    return ((result - 1) ** 2).mean()


def _healthy(model: Any, x: Any) -> Any:
    from torch.nn import functional

    rows = model.norm(x)
    x = x + model.attn(rows, rows, rows, need_weights=False)[0]
    return x + model.down(functional.gelu(model.up(x)))


def _by_hand(case: Case) -> _Found:
    """Return the same with attention written out, and PyTorch's own gradients."""
    import torch
    from torch.nn import functional

    heads, seed, x = case.inputs.values()
    model, rows = block(x.shape[-1], heads, seed), torch.tensor(x, requires_grad=True)
    packed = functional.linear(model.norm(rows), model.attn.in_proj_weight, model.attn.in_proj_bias)
    batch, length, width = x.shape
    q, k, v = packed.view(batch, length, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
    weights = (q @ k.mT / (width // heads) ** 0.5).softmax(-1)
    out = rows + model.attn.out_proj((weights @ v).transpose(1, 2).reshape(x.shape))
    result = out + model.down(functional.gelu(model.up(out)))
    loss = _loss(result)
    *slopes, slope = torch.autograd.grad(loss, [*model.parameters(), rows])
    norm = float(sum((slope**2).sum() for slope in slopes)) ** 0.5
    return _Found(
        {
            "loss": loss.item(),
            "missing": (),
            "attention": ("fused",),
            "|gradient|": norm,
            "|gradient of x|": slope.norm().item(),
        }
    )


def _judge(case: Case, got: Any, expected: Any) -> str | None:
    if got is None:
        return "none"
    if not isinstance(got, _Found):
        return "type"
    # Everything is in double precision, so that a formula that is only nearly the same is detected.
    if not math.isclose(got["loss"], expected["loss"], rel_tol=1e-9):
        return "numbers"
    same = all(got[name] == expected[name] for name in ("missing", "attention"))
    return None if same and not _gradients_differ(got, expected) else "answer"


def _gradients_differ(got: _Found, expected: _Found) -> bool:
    return any(close(got[name], expected[name]) for name in ("|gradient|", "|gradient of x|"))


def _lacks(part: str) -> Callable[[Trial], bool]:
    """Return the symptom that the loss is right and a part of the block lacks a path."""

    def applies(trial: Trial) -> bool:
        if trial.problem != "answer":
            return False
        parts = {name.partition(".")[0] for name in trial.got["missing"]}
        # Parameters upstream of a cut before the last addition have no path.
        return part in parts and ("down" not in parts or part == "down")

    return applies


def _is_changed(trial: Trial) -> bool:
    if trial.problem != "answer" or trial.got["missing"]:
        return False
    same = trial.got["attention"] == trial.expected["attention"]
    return same and _gradients_differ(trial.got, trial.expected)


_SYMPTOMS: Final = {
    "data": _lacks("up"),
    "detached": _lacks("attn"),
    "unfused": lambda t: t.problem == "answer" and "unfused" in t.got["attention"],
    "moved": lambda trial: _lacks("norm")(trial) or _lacks("down")(trial),
    "gradient": _is_changed,
}

EXERCISE: Final = Exercise(
    id="04.3",
    takes=("mended_forward",),
    points=2,
    draw=_draw,
    call=lambda work, case: _run(work[0], case),
    oracles={"inspect": lambda case: _run(_healthy, case), "formula": _by_hand},
    judge=_judge,
    needs=("torch",),
    mistakes=Folder(__name__, symptoms=_SYMPTOMS),
)

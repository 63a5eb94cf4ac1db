"""The stride rule of the view `strides`, on random piles of operations, against PyTorch."""

from __future__ import annotations

import json
import random
import subprocess
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Any

import torch

from tools.node import node

HERE = Path(__file__).parent
PROGRAM = """
import {readFileSync} from "node:fs";
import {addresses, gradients, runPile} from "./lib/diagrams/views/strides/rule.js";
const piles = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(piles.map((pile) => {
  const steps = runPile(pile);
  const grad = gradients(steps)[0];
  const told = ({kind, tensor}) => [kind, tensor.shape, tensor.strides, tensor.offset];
  return [steps.map(told), addresses(grad).map((a) => grad.memory.numbers[a])];
})));
"""


def test_stride_rule_agrees_with_pytorch() -> None:
    draw = random.Random(37)
    piles = [_pile(draw) for _ in range(800)]
    run = subprocess.run(
        [node(), "--input-type=module", "-e", PROGRAM],
        input=json.dumps(piles),
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE.parents[1],
    )
    kinds = set()
    for pile, (steps, grad) in zip(piles, json.loads(run.stdout), strict=True):
        expected = _in_pytorch(pile)
        assert [steps, grad] == list(expected), pile
        kinds |= {kind for kind, *_ in steps}
    assert kinds == {"leaf", "view", "same", "copy", "error", "late"}


def _pile(draw: random.Random) -> list[dict[str, Any]]:
    pile = []
    shape = [2, 3, 4]
    for _ in range(draw.randint(1, 5)):
        names = "transpose view reshape select unbind contiguous strided" + " permute" * (
            len(shape) > 0
        )
        name = draw.choice(names.split())
        dims = list(range(len(shape)))
        if name in ("view", "reshape"):
            args = _factors(draw, prod(shape))
        elif name == "permute":
            args = draw.sample(dims, len(dims))
        elif name == "strided":
            args = [draw.randint(0, 5) for _ in [*dims, 0]]
        elif name == "contiguous":
            args = []
        else:
            args = [draw.randint(-1, 2), draw.randint(0, 2)]
        pile.append({"name": name, "args": args})
        with suppress(RuntimeError, IndexError):
            shape = list(_apply(torch.empty(shape), pile[-1]).shape)
    return pile


def _factors(draw: random.Random, count: int) -> list[int]:
    sizes = []
    while count > 1:
        size = draw.choice([n for n in range(2, count + 1) if count % n == 0])
        sizes.append(size)
        count //= size
    return sizes[:4] if len(sizes) > 0 else [1]


def _apply(x: torch.Tensor, operation: dict[str, Any]) -> torch.Tensor:
    name, args = operation["name"], operation["args"]
    if name == "unbind":
        return x.unbind(args[0])[args[1]]
    if name == "strided":
        if len(args) != x.dim() + 1:
            raise RuntimeError("one stride for each dimension")
        return x.as_strided(x.shape, args[:-1], args[-1])
    result: torch.Tensor = getattr(x, name)(*args)
    return result


def _in_pytorch(pile: list[dict[str, Any]]) -> tuple[list[Any], list[float]]:
    x = torch.arange(24.0).view(2, 3, 4).requires_grad_()
    now: torch.Tensor = x
    steps = [["leaf", [2, 3, 4], [12, 4, 1], 0]]
    for operation in pile:
        if steps[-1][0] in ("error", "late"):
            steps.append(["late", *steps[-1][1:]])
            continue
        try:
            after = _apply(now, operation)
        except (RuntimeError, IndexError):
            steps.append(["error", *steps[-1][1:]])
            continue
        is_copy = after.untyped_storage().data_ptr() != now.untyped_storage().data_ptr()
        is_same = operation["name"] == "contiguous" and not is_copy
        kind = "same" if is_same else "copy" if is_copy else "view"
        now = after
        steps.append([kind, list(now.shape), list(now.stride()), now.storage_offset()])
    seed = torch.arange(1.0, now.numel() + 1).view(now.shape)
    if now is x:
        return steps, seed.flatten().tolist()
    now.backward(seed)
    assert x.grad is not None
    return steps, [round(g, 3) for g in x.grad.flatten().tolist()]

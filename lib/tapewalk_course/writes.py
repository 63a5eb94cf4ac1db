"""One write in place into a block of a small GPT, at four times and in three ways."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

import torch

from tapewalk import score
from tapewalk.twins import MiniGPT, mini_gpt
from tapewalk_course.letter_gpt import twin

TIMES: Final = ("before", "stored", "used", "after")
"""Before the normalisation stores x, after that, after the sum, after the backward pass."""

WAYS: Final = ("mul_", ".data", "no_grad")


def _write(x: Any, way: str) -> Any:
    """Halve a tensor in place."""
    if way == "mul_":
        x.mul_(0.5)
    elif way == ".data":
        x.data.mul_(0.5)
    elif way == "no_grad":
        with torch.no_grad():
            x.mul_(0.5)
    else:  # the program that is meant: a new tensor
        return x * 0.5
    return x


class Block(mini_gpt.Block):
    """A block that halves its input at one of four times."""

    when: str
    way: str

    def forward(self, x: Any, mask: Any) -> Any:
        """Return rows of the same length."""
        if self.when == "before":
            x = _write(x, self.way)
        n = self.ln1(x)
        if self.when == "stored":
            x = _write(x, self.way)
        a = self.attention(n, mask)
        y = x + a
        if self.when == "used":
            _write(x, self.way)
        return y + self.feed_forward(self.ln2(y))


def gpt(when: str, way: str) -> MiniGPT:
    """Return the letter GPT with a write in its first block."""
    model = twin()
    block: Any = model.blocks[0]
    block.__class__, block.when, block.way = Block, when, way
    return model


def runs(ids: Any, goals: Any) -> list[dict[str, Any]]:
    """Return each run: `at`, its time and way; its `score`; how it `end`s, and what is wrong.

    `end` is "error", "right" or "wrong"; `differ` counts the gradients that are not those of the
    same program with a new tensor.
    """
    found = []
    for (i, when), (j, way) in product(enumerate(TIMES), enumerate(WAYS)):
        model = gpt(when, way)
        told = score(_loss(model, ids, goals), model, source=False)
        about = {"end": "error", "differ": 0, "all": 0, "message": ""}
        try:
            own = _gradients(when, way, ids, goals)
        except RuntimeError as error:
            about["message"] = str(error)
        else:
            meant = _gradients(when, "", ids, goals)
            differ = sum(not torch.allclose(p, q) for p, q in zip(own, meant, strict=True))
            about |= {"end": "wrong" if differ else "right", "differ": differ, "all": len(own)}
        found.append({"at": [i, j], "score": told, **about})
    return found


def _loss(model: MiniGPT, ids: Any, goals: Any) -> Callable[[], Any]:
    return lambda: model(ids, goals)


def _gradients(when: str, way: str, ids: Any, goals: Any) -> list[Any]:
    model = gpt(when, way)
    _loss(model, ids, goals)().backward()  # a write after it changes no gradient
    return [p.grad for p in model.parameters()]

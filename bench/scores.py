"""What a score costs in the reader's browser: `PYTHONPATH=lib python -m bench.scores _site`.

Draws the mini-GPT's score and its graph in a stepper, and prints what the one takes of the other's
time for a first draw and for a step; then a score of 20,000 nodes, zoomed in and walked, and one
of 100,000 that opens folded. All of it in Chromium on this machine.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tapewalk import Tensor, models, nn, score, trace
from tests.browser.serving import PREFIX, serve
from tools.chromium import chromium

# What issue 21 asks, in milliseconds.
FIRST, STEP, FOLDED = 150, 16, 3000
OPERATIONS = 50  # of a block of the large ones

_DRAW = """async ([name, text, steps, zooms, rounds]) => {
  const data = JSON.parse(text);
  const views = await import(new URL("lib/diagrams/dist/tapewalk/index.js", document.baseURI));
  const main = document.querySelector("main");
  const firsts = [];
  const times = [];
  const zoomed = [];
  for (let round = 0; round < rounds; round++) {
    main.replaceChildren();
    const begin = performance.now();
    const figure = views[name](data);
    main.append(figure);
    figure.getBoundingClientRect();
    firsts.push(performance.now() - begin);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (let i = 0; i < zooms; i++) {
      const before = performance.now();
      figure.querySelectorAll(".tw-zoom")[1]?.click();
      zoomed.push(performance.now() - before);
      await new Promise(requestAnimationFrame);
    }
    const start = figure.value;
    for (let step = 0; step < steps; step++) {
      const before = performance.now();
      figure.value = start + step;
      times.push(performance.now() - before);
      await new Promise(requestAnimationFrame);
    }
  }
  return {firsts, times, zoomed};
}"""


class _Block(nn.Module):
    """A block of many small operations."""

    def forward(self, x: Tensor) -> Tensor:
        """Returns x after all of them."""
        for _ in range(OPERATIONS // 2):
            x = x.tanh() * 1.5
        return x


class _Deep(nn.Module):
    def __init__(self, blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([_Block() for _ in range(blocks)])

    def forward(self, x: Tensor) -> Tensor:
        """Returns one number."""
        for block in self.blocks:
            x = block(x)
        return x.sum()


def _deep(nodes: int) -> Any:
    model, x = _Deep(nodes // OPERATIONS), Tensor(np.ones(64), requires_grad=True)
    return score(lambda: model(x), model)


def main(folder: Path) -> None:
    """Measures and prints.

    Args:
        folder: A built site.
    """
    gpt = models.MiniGPT(generator=0)
    text = np.arange(9)[None]

    def loss() -> Tensor:
        return gpt(text[:, :-1], text[:, 1:])

    small = score(loss, gpt)
    with chromium() as browser, serve(folder, PREFIX) as base:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(base)

        def drawn(
            name: str, data: Any, steps: int = 60, zooms: int = 0, rounds: int = 5
        ) -> tuple[float, list[float], float]:
            took = page.evaluate(_DRAW, [name, json.dumps(data), steps, zooms, rounds])
            return median(took["firsts"]), sorted(took["times"]), max(took["zoomed"], default=0.0)

        first, steps, _ = drawn("score", small)
        other, other_steps, _ = drawn("stepper", trace(loss, model=gpt, values=0))
        print(f"first draw: {first:.0f} ms (to be kept: {FIRST}), {first / other:.2f} of a stepper")
        ratio = median(steps) / median(other_steps)
        print(f"a step: {median(steps):.1f} ms (to be kept: {STEP}), {ratio:.2f} of a stepper")
        large = _deep(20_000)
        first, steps, zoom = drawn("score", large, 200, 8, rounds=2)
        late = steps[int(0.95 * len(steps))]
        print(f"20,000 nodes: first draw {first:.0f} ms; zoomed, 95 % of steps in {late:.1f} ms")
        print(f"20,000 nodes: the slowest of 16 zooms {zoom:.1f} ms")
        begin = time.perf_counter()
        huge = _deep(100_000)
        took = time.perf_counter() - begin
        first, steps, _ = drawn("score", huge, 20, rounds=1)
        print(f"100,000 nodes: measured in {took:.1f} s, open folded in {first:.0f} ms ({FOLDED})")
        print(f"100,000 nodes: a step {median(steps):.1f} ms")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

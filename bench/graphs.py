"""How long a large graph takes to draw: `python -m bench.graphs`.

Draws a transformer of 157 nodes, folded and with every group open, in Chromium on this machine,
from the modules as they are now. Prints the time on the clock from the call to the finished
layout, for the first draw and for the steps of both passes, and beside it the processor's time of
everything that the page did for it, which other programs on the machine don't lengthen.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import numpy as np
from playwright.sync_api import Page

from tapewalk import Tensor, nn, trace
from tools.chromium import chromium
from tools.serve.server import make_server

ROOT = Path(__file__).parents[1]
BLOCKS, WORDS, WIDTH, TIME = 3, 8, 4, 4
ROUNDS = 7

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<link rel="stylesheet" href="tapewalk.css"><body></body></html>"""

_READY = """async trace => {
  window.trace = trace;
  window.views = await import("./tapewalk.js");
}"""

# Each drawing is on the page before the clock stops, and is taken away again.
_FIRST = """([view, options]) => {
  const start = performance.now();
  window.figure = window.views[view](window.trace, options);
  document.body.replaceChildren(window.figure);
  window.figure.getBoundingClientRect();
  return performance.now() - start;
}"""

_STEPS = """() => {
  const times = [];
  const last = window.last;
  for (let step = 0; step <= last; step++) {
    const start = performance.now();
    window.figure.value = step;
    window.figure.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times;
}"""


class Block(nn.Module):
    """One block of the transformer: 45 nodes."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.attention = nn.MultiHeadAttention(WIDTH, 2, generator=rng)
        self.up = nn.Linear(WIDTH, 4 * WIDTH, generator=rng, fused=False)
        self.down = nn.Linear(4 * WIDTH, WIDTH, generator=rng, fused=False)

    def forward(self, x: Tensor, mask: Any) -> Tensor:
        """Returns what the block makes of its input."""
        x = x + self.attention(self.norm1(x), mask)
        y: Tensor = x + self.down(self.up(self.norm2(x)).gelu())
        return y


class Transformer(nn.Module):
    """A transformer with embeddings, blocks and a head."""

    def __init__(self) -> None:
        super().__init__()
        rng = np.random.default_rng(0)
        self.embedding = nn.Embedding(WORDS, WIDTH, rng)
        self.positions = nn.Embedding(TIME, WIDTH, rng)
        self.blocks = nn.ModuleList([Block(rng) for _ in range(BLOCKS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.mix = nn.Linear(WIDTH, WIDTH, generator=rng, fused=False)
        self.head = nn.Linear(WIDTH, WORDS, generator=rng, fused=False)

    def forward(self, tokens: Any) -> Tensor:
        """Returns a score for each word at each place."""
        mask = np.triu(np.full((TIME, TIME), -np.inf, dtype=np.float32), 1)
        x = self.embedding(tokens) + self.positions(list(range(TIME)))
        for block in self.blocks:
            x = block(x, mask)
        y: Tensor = self.head(self.mix(self.norm(x)).gelu()) * 0.5
        return y


def large_trace() -> dict[str, Any]:
    """Returns the trace of the transformer's loss."""
    model = Transformer()
    tokens, expected = [list(range(TIME))], Tensor(list(range(1, TIME + 1)))
    return trace(
        lambda: nn.functional.cross_entropy(model(tokens).reshape(TIME, WORDS), expected),
        model=model,
    )


def _bundle(folder: Path) -> None:
    for entry, target in (("index.js", "tapewalk.js"), ("diagrams.css", "tapewalk.css")):
        command = ["node", "tools/assets/bundle.mjs", f"lib/diagrams/{entry}", str(folder / target)]
        subprocess.run(command, cwd=ROOT, check=True)
    (folder / "index.html").write_text(_PAGE, encoding="utf-8")


class Meter:
    """What a page costs, on the clock and on the processor."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def run(self, program: str, argument: Any = None) -> tuple[Any, float]:
        """Runs a program in the page; returns its result and the milliseconds of the processor."""
        before = self._processor()
        result = self.page.evaluate(program, argument)
        return result, self._processor() - before

    def _processor(self) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        (seconds,) = [metric["value"] for metric in metrics if metric["name"] == "TaskDuration"]
        return 1000 * float(seconds)


def _measure(page: Page, walk: dict[str, Any], view: str, options: dict[str, Any]) -> str:
    page.evaluate(_READY, walk)
    meter = Meter(page)
    firsts = [meter.run(_FIRST, [view, options]) for _ in range(ROUNDS)]
    sends = sum(len(event["sends"]) for event in walk["backward"])
    page.evaluate("last => { window.last = last; }", len(walk["forward"]) + 1 + sends)
    walks = [meter.run(_STEPS) for _ in range(3)]
    steps = [time for times, _ in walks for time in times]
    boxes = page.locator(".tw-node").count()
    return (
        f"{boxes} boxes; first draw {firsts[0][0]:.0f} ms ({firsts[0][1]:.0f} of the processor), "
        f"then median {median(time for time, _ in firsts):.0f} "
        f"({median(time for _, time in firsts):.0f}); a step median {median(steps):.1f} ms, "
        f"longest {max(steps):.1f} (mean {sum(time for _, time in walks) / len(steps):.1f})"
    )


def main() -> None:
    """Prints a line for each view."""
    walk = large_trace()
    # As a page would hold it.
    walk = json.loads(json.dumps(walk))
    groups = sorted({node["group"] for node in walk["nodes"] if node["group"]})
    print(f"{len(walk['nodes'])} nodes, {len(walk['edges'])} edges")
    with TemporaryDirectory() as folder, chromium() as browser:
        _bundle(Path(folder))
        with make_server(Path(folder)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            for name, view, options in (
                ("graph, folded", "graph", {"step": 0}),
                ("graph, all open", "graph", {"step": 0, "open": groups}),
                ("graph, no groups", "graph", {"step": 0, "fold": False}),
                ("stepper, all open", "stepper", {"open": groups}),
            ):
                page = browser.new_page(viewport={"width": 1280, "height": 900})
                page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
                print(f"{name}: {_measure(page, walk, view, options)}")
                page.close()
            server.shutdown()


if __name__ == "__main__":
    main()

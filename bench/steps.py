"""What a diagram costs in the reader's browser: `python -m bench.steps` after `make build`.

Sets each stepper and each graph of the built pages to each of its steps, up to five times, and
prints the median and the longest time from setting the step to the finished layout. Then draws
every trace of the gallery anew, in a stepper and in a graph with everything unfolded, and prints
the time of a first draw. All of it in Chromium on this machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Page

from tools.chromium import chromium
from tools.serve.server import make_server

SITE = Path(__file__).parents[1] / "_site"

# What issue 4 asks of 157 nodes, in milliseconds.
FIRST_DRAW, STEP = 150, 16

FIGURES = ".tw-stepper:not(.tw-matrix), .tw-graph-figure"

# Steps may wait for a prediction; any guess opens them.
_ANSWER = """cards => cards.forEach((card) => {
  const field = card.querySelector("input:not([type=radio])");
  if (field) field.value = "1";
  else card.querySelector("input[type=radio]")?.click();
  card.requestSubmit();
})"""

_TIME_STEPS = """figures => figures.map((figure) => {
  const range = figure.querySelector("input[type=range]");
  figure.value = 1e6;
  const last = range ? Number(range.max) : figure.value;
  const times = [];
  const rounds = last > 60 ? 1 : 5;
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step <= last; step++) {
      const start = performance.now();
      figure.value = step;
      figure.getBoundingClientRect();
      times.push(performance.now() - start);
    }
  }
  return {nodes: figure.querySelectorAll(".tw-node").length, times};
})"""

# Each trace of the page drawn anew: first as a stepper begins, then with nothing folded.
_TIME_DRAWS = """async (bundle) => {
  const {graph, stepper} = await import(bundle);
  const blocks = [...document.querySelectorAll('script[type="ojs-define"]')];
  const entries = blocks.flatMap((block) => JSON.parse(block.textContent).contents);
  const traces = entries.filter(({value}) => value?.schema && value.nodes?.length);
  const views = {stepper: (trace) => stepper(trace), graph: (trace) => graph(trace, {fold: false})};
  // Without the page's other figures, whose layout is not the question.
  document.querySelector("main").replaceChildren();
  const draw = async (view, trace) => {
    const start = performance.now();
    const element = view(trace);
    document.querySelector("main").append(element);
    // The observer of its room draws it, before the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    element.getBoundingClientRect();
    const time = performance.now() - start;
    const boxes = element.querySelectorAll(".tw-node").length;
    element.remove();
    return {time, boxes};
  };
  const drawn = [];
  for (const {name, value} of traces) {
    for (const [kind, view] of Object.entries(views)) {
      const rounds = [];
      for (let round = 0; round < 5; round++) rounds.push(await draw(view, value));
      const {boxes} = rounds[0];
      drawn.push({name, kind, nodes: value.nodes.length, boxes, times: rounds.map((r) => r.time)});
    }
  }
  return drawn;
}"""


def main(arguments: list[str] | None = None) -> None:
    """Prints a line for each figure.

    Args:
        arguments: The command line without the program's name; None takes the real one.
    """
    parser = argparse.ArgumentParser(prog="python -m bench.steps", description=__doc__)
    parser.add_argument("site", type=Path, nargs="?", default=SITE)
    site: Path = parser.parse_args(arguments).site
    with make_server(site) as server, chromium() as browser:
        Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        root = f"http://127.0.0.1:{server.server_port}/"
        drawn: list[dict[str, Any]] = []
        for path in sorted(site.glob("modules/**/*.html")):
            address = path.relative_to(site).as_posix()
            page.goto(root + address, wait_until="networkidle")
            _print_steps(page, address)
            if path.match("gallery-*") and not path.match("*.es.html"):
                drawn += page.evaluate(_TIME_DRAWS, f"{root}lib/diagrams/dist/tapewalk/index.js")
        _print_draws(drawn)
        server.shutdown()


def _print_steps(page: Page, address: str) -> None:
    page.locator(".tw-prediction").evaluate_all(_ANSWER)
    for nth, figure in enumerate(page.locator(FIGURES).evaluate_all(_TIME_STEPS), 1):
        told = f"{address}, figure {nth}, {figure['nodes']} boxes: {len(figure['times'])} steps"
        print(f"{told}, {_spread(figure['times'])}")


def _print_draws(drawn: list[dict[str, Any]]) -> None:
    """Prints the first draws of the gallery's traces, the largest graph last."""
    drawn.sort(key=lambda one: (one["nodes"], one["boxes"]))
    for one in drawn:
        told = f"{one['name']} as {one['kind']}, {one['nodes']} nodes in {one['boxes']} boxes"
        print(f"{told}: first draw {_spread(one['times'])}")
    print(f"to be kept with 157 nodes: first draw under {FIRST_DRAW} ms, a step under {STEP} ms")


def _spread(times: Iterable[float]) -> str:
    known = list(times)
    return f"median {median(known):.1f} ms, longest {max(known):.1f} ms"


if __name__ == "__main__":
    main()

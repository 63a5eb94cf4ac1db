"""How soon a figure follows the hand: from a key to the last number drawn, in Chromium.

`python -m bench.live SITE` opens the front page of a built site, adds a figure of twelve nodes, and
moves its leaf a hundred times: without its lens and with it, as the machine is and slowed down four
times. `taskset -c 0,1` in front of it is a machine of two cores.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from tapewalk import Value, trace
from tests.browser.serving import PREFIX, serve
from tools.chromium import chromium

MOVES = 100
_NODES = 12

_ADD = """async ([walk, lens]) => {
  const {stepper} = await import(new URL("lib/diagrams/dist/tapewalk/index.js", document.baseURI));
  document.getElementById("bench")?.remove();
  const figure = stepper(walk, {step: 1000, ...(lens ? {lens} : {})});
  figure.id = "bench";
  document.querySelector("main").prepend(figure);
}"""
# Milliseconds from each key until the value of the root has changed.
_MOVE = """async (moves) => {
  const figure = document.getElementById("bench");
  const root = [...figure.querySelectorAll(".tw-node")].at(-1);
  const leaf = figure.querySelector(".is-handle");
  const times = [];
  for (let i = 0; i < moves; i++) {
    const begin = performance.now();
    const changed = new Promise((resolve) => {
      const observer = new MutationObserver(() => (observer.disconnect(), resolve()));
      observer.observe(root, {subtree: true, childList: true, characterData: true});
    });
    const key = i % 20 < 10 ? "ArrowUp" : "ArrowDown";
    leaf.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    await changed;
    times.push(performance.now() - begin);
    await new Promise(requestAnimationFrame);
  }
  return times;
}"""


def main(folder: Path) -> None:
    """Measures and prints.

    Args:
        folder: A built site.
    """
    root = x = Value(2.0, label="x")
    for _ in range(_NODES - 1):
        root = root * x if root is x else root * 1.1
    with chromium() as browser, serve(folder, PREFIX) as base:
        page = browser.new_page()
        page.goto(base)
        session = page.context.new_cdp_session(page)
        for lens in (False, True):
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            page.evaluate(_ADD, [trace(root), lens])
            page.wait_for_selector("#bench.is-live")
            for slowdown in (1, 4):
                session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
                times = sorted(page.evaluate(_MOVE, MOVES))
                median, late = statistics.median(times), times[int(0.95 * MOVES)]
                print(
                    f"{'with' if lens else 'without'} its lens, {slowdown} times slower: "
                    f"median {median:.1f} ms, 95 % within {late:.1f} ms"
                )


if __name__ == "__main__":
    main(Path(sys.argv[1]))

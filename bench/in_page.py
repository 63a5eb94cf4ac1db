"""The page's arrays: `PYTHONPATH=lib python -m bench.in_page`, after `make build`.

How long a page takes from the first run of a program with arrays to its answer, the engine's
loading included, and how many training steps a second it does. Both models of
`tapewalk_course.lab.models` train in Chromium, in the worker of a page, on the engine that the page
of tensors builds. Prints the best of several rounds: others use the machine.
"""

from __future__ import annotations

import argparse
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from bench.stamping import stamp
from tools.chromium import chromium
from tools.stamp import ROOT

WARM = 20
STEPS = {"MLP": 400, "GPT": 60}
PROGRAM = """\
import time
import numpy as np
from tapewalk_course.lab.models import {model}
from tapewalk_course.lab.tensor import Tensor
model = {model}(Tensor, np.random.default_rng(0))
for step in range({steps}):
    model.learn(model.loss({batch}))
    if step == {warm}:
        begun = time.ticks_ms()
print(time.ticks_diff(time.ticks_ms(), begun))
"""
READY = "import numpy as np\nprint(np.arange(3).sum())"
FIRST = """async (program) => {
  const begun = performance.now();
  const {engine} = await import(new URL("lib/live/dist/page.js", document.baseURI));
  const {printed} = await engine.run(program, {}, {});
  if (printed.trim() !== "3") throw new Error(printed);
  return performance.now() - begun;
}"""
RUN = """async (program) => {
  const {engine} = await import(new URL("lib/live/dist/page.js", document.baseURI));
  const {printed, error} = await engine.run(program, {}, {longest: 120000});
  if (error) throw new Error(JSON.stringify(error));
  return Number(printed);
}"""


class Quiet(SimpleHTTPRequestHandler):
    """A server that prints nothing."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.in_page", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(ROOT / "_site")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(stamp(["numpy"])["machine"])
    home = f"http://127.0.0.1:{server.server_port}/index.html"
    with chromium() as browser:
        for slower in (1, 4):
            page = browser.new_page()
            page.goto(home)
            page.wait_for_timeout(1000)
            # Throttles the page's own thread; the worker's may run as fast as before.
            throttle = page.context.new_cdp_session(page)
            throttle.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            print(f"ready, page {slower} × slower: {page.evaluate(FIRST, READY):.0f} ms")
            page.close()
        page = browser.new_page()
        page.goto(home)
        for model, batch in (("MLP", 32), ("GPT", 8), ("GPT", 4)):
            steps = STEPS[model] + WARM
            program = PROGRAM.format(model=model, batch=batch, steps=steps + 1, warm=WARM)
            best = min(page.evaluate(RUN, program) for _ in range(rounds))
            print(f"{model}, batch {batch}: {1000 * STEPS[model] / best:.0f} steps a second")
    server.shutdown()


if __name__ == "__main__":
    main()

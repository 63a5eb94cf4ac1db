"""How long a step of a diagram takes to draw: `python -m bench.steps` after `make build`.

Sets each stepper of the built lessons to each of its steps, five rounds, and prints the median
and the longest time from setting the step to the finished layout, in Chromium on this machine.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from threading import Thread

from playwright.sync_api import sync_playwright

from tools.serve.server import make_server
from tools.setup.browser import FLAGS, ensure_browser

SITE = Path(__file__).parents[1] / "_site"

# Steps may wait for a prediction; any guess opens them.
_ANSWER = """cards => cards.forEach((card) => {
  card.querySelector("input").value = "1";
  card.requestSubmit();
})"""

_TIME_STEPS = """steppers => steppers.map((stepper) => {
  const last = Number(stepper.querySelector("input[type=range]").max);
  const times = [];
  for (let round = 0; round < 5; round++) {
    for (let step = 0; step <= last; step++) {
      const start = performance.now();
      stepper.value = step;
      stepper.getBoundingClientRect();
      times.push(performance.now() - start);
    }
  }
  return times;
})"""


def main() -> None:
    """Print a line for each stepper."""
    with make_server(SITE) as server, sync_playwright() as playwright:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=ensure_browser(), args=list(FLAGS))
        page = browser.new_page()
        for path in sorted(SITE.glob("modules/**/*.html")):
            address = path.relative_to(SITE).as_posix()
            page.goto(f"http://127.0.0.1:{server.server_port}/{address}")
            page.locator(".tw-stepper svg").first.wait_for()
            page.locator(".tw-prediction").evaluate_all(_ANSWER)
            for nth, times in enumerate(page.locator(".tw-stepper").evaluate_all(_TIME_STEPS), 1):
                print(
                    f"{address}, diagram {nth}: {len(times)} steps, "
                    f"median {median(times):.1f} ms, longest {max(times):.1f} ms"
                )
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()

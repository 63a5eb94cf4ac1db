"""What a lesson costs: bytes over the network, and milliseconds for a step."""

from __future__ import annotations

import gzip
from statistics import median

from playwright.sync_api import Response

from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

KILOBYTE = 1000
SCRIPTS, EVERYTHING = 130 * KILOBYTE, 250 * KILOBYTE
ON_TOP_OF_QUARTO = 100 * KILOBYTE
STEP_MS = 16

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


def _zipped(responses: list[Response]) -> dict[str, int]:
    """Return the size of each response as a host would send it, the largest first."""
    sizes = {response.url: len(gzip.compress(response.body(), 9)) for response in responses}
    return dict(sorted(sizes.items(), key=lambda entry: -entry[1]))


def _is_script(response: Response) -> bool:
    return "javascript" in response.headers.get("content-type", "")


def test_a_lesson_stays_light(site: Site, lesson: BuiltPage, open_page: OpenPage) -> None:
    responses = open_page(lesson).responses
    if site.is_quarto:
        # Its own runtime and styles are what they are; this is what the course adds.
        added = _zipped([each for each in responses if "/lib/" in each.url])
        assert sum(added.values()) <= ON_TOP_OF_QUARTO, added
        return
    scripts = _zipped([each for each in responses if _is_script(each)])
    assert sum(scripts.values()) <= SCRIPTS, scripts
    everything = _zipped(responses)
    assert sum(everything.values()) <= EVERYTHING, everything


def test_a_step_is_drawn_within_a_frame(illustrated: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(illustrated).page
    for times in page.locator(".tw-stepper").evaluate_all(_TIME_STEPS):
        assert len(times) > 5
        assert median(times) < STEP_MS

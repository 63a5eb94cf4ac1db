"""A score on a page beside what Python measured: the bytes that are held, and when."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tapewalk.language import size
from tapewalk.trace.score import held_bytes

# Sets the figure to each place, and reads what it says there.
_SAID = """(figure, places) => places.map((place) => {
  figure.value = place;
  return figure.querySelector(".tw-said").textContent.replaceAll("\\u00a0", " ");
})"""


def peaks(figure: Locator) -> list[str]:
    """Return what stands at the peaks of the mountains that are drawn."""
    return figure.locator(".tw-score-peak-name").all_text_contents()


def it_tells_what_was_measured(figure: Locator, subject: dict[str, Any], lang: str) -> None:
    """Look at every run's peak; walk a score that stands alone, in strides."""
    if "engines" in subject:
        for shown, one in zip(peaks(figure), subject["engines"], strict=True):
            assert one["label"] in shown and size(max(held_bytes(one["score"])), lang) in shown
        return
    runs = subject.get("runs", [{"score": subject}])
    switches = figure.locator(".tw-score-switches .tw-switch")
    for at, run in enumerate(runs):
        for switch, choice in enumerate(run.get("at", [at] if len(runs) > 1 else [])):
            switches.nth(switch).locator("input").nth(choice).check(force=True)
        held = held_bytes(run["score"])
        (shown,) = peaks(figure)
        assert size(max(held), lang) in shown
        places = range(0, len(held), 1 + len(held) // 40)
        for place, said in zip(places, figure.evaluate(_SAID, list(places)), strict=True):
            assert size(held[place], lang) in said, (place, said)

"""Module 04: the effect of each control is inside the window."""

from __future__ import annotations

import pytest

from tests.browser.site import Site
from tests.browser.visit import OpenPage, wait_for_layout

FOLDER = "modules/04-graph-introspection"

# A page, its figure, what a reader does with it (a selector, and a key or a press), and the part
# of the picture that answers.
ACTS = {
    "block": ("fig-block", "[data-switch=batch_first]", None, ".tw-block-lines"),
    "layout": ("fig-strides", ".tw-strides-knob >> nth=1", "ArrowDown", ".tw-strides-drawing"),
    "residuals": ("fig-residuals", ".tw-dots-skip", None, ".tw-dots-drawing >> nth=0"),
}


@pytest.mark.parametrize("name", ACTS)
def test_effect_of_a_control_is_in_the_window(name: str, site: Site, open_page: OpenPage) -> None:
    figure_id, control, key, answers = ACTS[name]
    page = open_page(site.page(f"{FOLDER}/{name}.html")).page
    figure = page.locator(f"#{figure_id} [data-figure]").first
    answer, target = figure.locator(answers), figure.locator(control)
    for width, height in ((1280, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        wait_for_layout(figure)
        figure.evaluate(
            "one => scrollTo(0, one.closest('.picture').getBoundingClientRect().top + scrollY - 70)"
        )
        before = answer.inner_html()
        if key:
            target.press(key if width == 1280 else "ArrowUp")  # it may be at its end
        else:
            target.click()
        assert answer.inner_html() != before
        box = answer.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1

"""The pictures that module 01 is about: each is moved, and a number that it names follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/01-autograd-engine"

# A page, its figure, which of the sliders is moved, and by which key.
FAMILIES = [
    ("value", "fig-nudge", 0, "ArrowRight"),
    ("neuron", "fig-neuron-run", 1, "ArrowRight"),
    ("neuron", "fig-neuron-run", 0, "End"),
    ("network", "fig-xor", 1, "ArrowRight"),
    ("network", "fig-xor", 0, "End"),
    ("network", "fig-seeds", 0, "End"),
    ("network", "fig-parabola", 1, "ArrowRight"),
    ("order", "fig-walks", 0, "ArrowRight"),
]


def _figure(page: Page, name: str) -> Locator:
    figure = page.locator(f"#{name} [data-figure]").first
    figure.scroll_into_view_if_needed()
    return figure


@pytest.mark.parametrize("ending", [".html", ".es.html"])
@pytest.mark.parametrize("name", ["value", "order", "neuron", "network"])
def test_its_sliders_move_the_numbers(
    name: str, ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/{name}{ending}")).page
    for of, figure_id, nth, key in FAMILIES:
        if of != name:
            continue
        figure = _figure(page, figure_id)
        told = figure.locator(".tw-reading")
        before = told.inner_text()
        picture = figure.locator(".tw-panels").inner_html()
        figure.locator("input[type=range]").nth(nth).press(key)
        expect(told).not_to_have_text(before)
        assert figure.locator(".tw-panels").inner_html() != picture, figure_id


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_the_slope_of_the_chain_follows_its_leaf(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/scalars{ending}")).page
    figure = _figure(page, "fig-chain")
    expect(figure).to_contain_class("is-live")
    whole = figure.locator(".tw-whole")
    for x, slope in ((2.0, 42), (3.0, 60)):
        leaf = figure.locator(".tw-node.tw-leaf").first
        expect(leaf).to_have_attribute("aria-valuenow", f"{x:g}")
        expect(whole).to_have_attribute("aria-label", re.compile(rf"\b{slope}$"))
        leaf.focus()
        page.keyboard.press("PageUp")


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_the_hasty_walk_parts_from_the_one_that_waits(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/order{ending}")).page
    figure = _figure(page, "fig-diamond")
    figure.locator("input[type=range]").first.press("End")
    found = [
        walk.locator(".tw-leaf .tw-gradient").first.text_content()
        for walk in figure.locator("section").all()
    ]
    assert ["39" in (found[0] or ""), "21" in (found[1] or "")] == [True, True], found

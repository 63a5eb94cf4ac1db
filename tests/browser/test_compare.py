"""Two walks side by side, and a counter that follows one, on the gallery's page of graphs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.site import BuiltPage, Site

PAGES = ("modules/library/gallery-graph.html", "modules/library/gallery-graph.es.html")
SAID = {
    "en": ("no number differs", "The gradient of b differs: 8 in “adds up”, 3 in “overwrites”."),
    "es": (
        "no difiere ningún número",
        "El gradiente de b difiere: 8 en «suma», 3 en «sobrescribe».",
    ),
}


@pytest.fixture(scope="module", params=PAGES)
def front(request: pytest.FixtureRequest, site: Site) -> BuiltPage:
    return site.page(request.param)


def test_what_differs_is_marked_and_said_and_the_keyboard_steps_both(
    page: Page, front: BuiltPage
) -> None:
    same, differs = SAID[front.lang]
    figure = page.locator("[data-figure=compare]")
    expect(figure.locator(".is-different")).to_have_count(2)
    expect(figure.locator(".tw-differs")).to_have_text(differs)
    # A wrong walk is none that the engine takes: its leaves stay where they are.
    expect(figure.locator(".is-handle")).to_have_count(0)
    figure.locator(".tw-range:visible").press("ArrowLeft")
    expect(figure.locator(".is-different")).to_have_count(0)
    expect(figure.locator(".tw-differs")).to_contain_text(same)
    assert figure.locator(".tw-range").evaluate_all("all => all.map((one) => one.value)") == [
        "6",
        "6",
    ]
    assert violations(figure) == []


def test_the_counter_follows_its_walk(page: Page) -> None:
    counts = page.locator("[data-figure=counter]")
    before = counts.inner_text()
    walk = page.locator("#fig-graph-lens .tw-stepper")
    walk.locator(".tw-range").press("Home")
    expect(counts.locator("td > span").first).to_contain_text("0")
    assert counts.inner_text() != before
    assert violations(counts) == []

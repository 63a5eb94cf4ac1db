"""The switch at the top right leads to the same page and section in the other language."""

from __future__ import annotations

from tests.browser.oracle import stepper_ids
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage, Visit, follow, wait_until_drawn


def test_it_leads_to_the_twin_and_back(sampled: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(sampled)
    start = visit.page.url
    _switch(visit)
    assert visit.page.url == start.removesuffix(sampled.address) + sampled.twin
    assert visit.page.get_attribute("html", "lang") != sampled.lang
    _switch(visit)
    assert visit.page.url == start
    assert visit.errors == []


def test_it_keeps_the_section(sampled: BuiltPage, open_page: OpenPage) -> None:
    section = [name for _, name in sampled.source.outline if name][-2]
    visit = open_page(sampled, f"#{section}")
    for _there_and_back in range(2):
        _switch(visit)
        assert visit.page.url.endswith(f"#{section}")
        wait_until_drawn(visit.page, sampled)
        assert _is_in_view(visit, section)


def test_it_keeps_the_step_of_a_figure(sampled: BuiltPage, open_page: OpenPage) -> None:
    figure = stepper_ids(sampled.source)[-1]
    visit = open_page(sampled, f"#{figure}?step=1")
    _switch(visit)
    assert visit.page.url.endswith(f"{sampled.twin}#{figure}?step=1")
    wait_until_drawn(visit.page, sampled)
    assert Stepper(visit.page, figure).look().step == 1
    assert _is_in_view(visit, figure)


def _switch(visit: Visit) -> None:
    follow(visit.page.locator(".language-switch a"))


def _is_in_view(visit: Visit, name: str) -> bool:
    box = visit.page.locator(f"#{name}").bounding_box()
    height = visit.size["height"]
    return box is not None and -1 <= box["y"] < height

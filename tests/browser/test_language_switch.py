"""The switch at the top right leads to the same page and section in the other language."""

from __future__ import annotations

from tests.browser.site import BuiltPage
from tests.browser.visit import OpenPage, Visit, wait_until_drawn


def test_it_leads_to_the_twin_and_back(built: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(built)
    start = visit.page.url
    _switch(visit)
    assert visit.page.url == start.removesuffix(built.address) + built.twin
    assert visit.page.get_attribute("html", "lang") != built.lang
    _switch(visit)
    assert visit.page.url == start
    assert visit.errors == []


def test_it_keeps_the_section(lesson: BuiltPage, open_page: OpenPage) -> None:
    section = [name for _, name in lesson.source.outline if name][-2]
    visit = open_page(lesson, f"#{section}")
    for _there_and_back in range(2):
        _switch(visit)
        assert visit.page.url.endswith(f"#{section}")
        wait_until_drawn(visit.page, lesson)
        assert _is_in_view(visit, section)


def _switch(visit: Visit) -> None:
    visit.page.locator(".language-switch a").click()
    visit.page.wait_for_load_state()


def _is_in_view(visit: Visit, name: str) -> bool:
    box = visit.page.locator(f"#{name}").bounding_box()
    height = visit.size["height"]
    return box is not None and -1 <= box["y"] < height

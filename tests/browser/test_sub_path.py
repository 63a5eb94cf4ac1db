"""A project's pages lie in a folder of their host: the way of a reader through a site built for it.

The other tests serve the site in such a folder too, all but the error page, which must be built for
the folder it is shown in.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.site import BuiltPage, Site
from tests.browser.visit import Visit, window
from tools.finish.finish import finish_page
from tools.finish.repository import Home, Repository
from tools.finish.site import Site as FinishedSite
from tools.serve.background import PREFIX, serve
from tools.stamp import ROOT

_ERROR_PAGES = ("404.html", "404.es.html")


@pytest.fixture
def published(site: Site, tmp_path: Path) -> Iterator[str]:
    """The address of the same site, with the error pages that a build for it has."""
    for path in site.folder.iterdir():
        if path.name not in _ERROR_PAGES:
            (tmp_path / path.name).symlink_to(path)
    with serve(tmp_path, PREFIX) as address:
        home = Home(Repository("ada/tape"), address)
        for name in _ERROR_PAGES:
            text = (site.folder / name).read_text("utf-8")
            page = finish_page(text, name, FinishedSite.read(site.folder), home, ROOT)
            (tmp_path / name).write_text(page, "utf-8")
        yield address


def test_lost_reader_finds_home_lesson_and_notebook(
    browser: Browser, site: Site, published: str, first_lesson: BuiltPage
) -> None:
    home = site.page("index.es.html" if first_lesson.language_number else "index.html")
    with window(browser) as context:
        visit = Visit(context.new_page(), first_lesson)
        page = visit.page
        visit.watch(published)
        page.goto(f"{published}modules/no-such/lesson.html")
        assert visit.responses[0].status == 404
        page.locator(f'main a[href$="/{home.address}"]').first.click()
        expect(page).to_have_url(published + home.address)

        visit.open(page.locator(f'main a[href$="{first_lesson.address}"]').first.evaluate(_HREF))
        walk = page.locator(".tw-stepper").first
        walk.locator(".tw-range").focus()
        page.keyboard.press("Home")
        first = int(walk.locator(".tw-counter").inner_text().partition(" ")[0])
        page.keyboard.press("ArrowRight")
        expect(walk.locator(".tw-counter")).to_contain_text(f"{first + 1} / ")

        page.locator("button.site-search").click()
        page.locator("#search-dialog input").fill("backward")
        found = page.locator("#search-dialog .search-body a[href]").first
        expect(found).to_be_visible()
        links = [found, page.locator('.badges a[href$=".ipynb"]').last]
        links.append(
            page.locator(f'a[hreflang="{site.page(first_lesson.translation).lang}"]').first
        )
        for link in links:
            href = link.evaluate(_HREF)
            assert href.startswith(published)
            assert page.request.get(href).ok, href
        missing = [r.url for r in visit.responses[1:] if r.status >= 400]
    assert (missing, visit.foreign) == ([], [])


_HREF = "(link) => link.href"

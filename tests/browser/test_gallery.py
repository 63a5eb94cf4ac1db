"""The gallery's page of broken traces: each view says what is wrong, in its place."""

from __future__ import annotations

from playwright.sync_api import expect

from tapewalk.figures.views import VIEWS
from tests.browser.gallery import STEPPED
from tests.browser.site import Site
from tests.browser.visit import OpenPage

VIEW = "problems"

PROBLEMS = {
    "en": ("no list “edges”", 'not know: "mystery"', "5,000 nodes", "called “q”"),
    "es": ("falta la lista «edges»", 'desconocida: "mystery"', "5000 nodos", "llama «q»"),
}


def test_broken_traces_are_reported_in_place(site: Site, address: str, open_page: OpenPage) -> None:
    gallery = site.page(address)
    visit = open_page(gallery)
    section = visit.page.locator("#sec-problems")
    # Each view that draws a trace, on each broken trace.
    drawn = {view.name for view in VIEWS.values() if view.subject == "trace" and view.gallery}
    names = sorted(drawn - {"prediction"})
    assert sorted(section.locator("h3").all_inner_texts()) == names
    for text in PROBLEMS[gallery.lang][:2]:
        expect(section.locator(".tw-problem", has_text=text)).to_have_count(len(names))
    for text in PROBLEMS[gallery.lang][2:]:
        expect(section.locator(".tw-problem", has_text=text).first).to_be_attached()
    for problem in section.locator(".tw-problem").all():
        expect(problem).to_have_attribute("role", "alert")
    # NaN and infinities are numbers like others, told by every view that steps.
    for view in sorted(STEPPED - {"[data-figure=matrix]"}):
        figure = section.locator(view).last
        figure.locator(".tw-range").press("Home")
        said = ""
        for _ in range(12):
            figure.locator(".tw-range").press("ArrowRight")
            said += str(figure.locator(".tw-said").text_content())
        assert "∞" in said and "−∞" in said and "NaN" in said, view
    assert visit.errors == []

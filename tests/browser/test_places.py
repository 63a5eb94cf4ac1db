"""Where the reader is: kept over the switch of the language, a reload and the way back.

A Chromium that is driven never brings a page back whole, from its cache of pages: it loads it anew.
So the way back is looked at as another load, and what a page that comes back whole does (`pageshow`
in lib/theme/places.js) is not.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.leaves import awaken, expect_value
from tests.browser.site import BuiltPage, Site
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage, Visit, follow, wait_until_drawn

# Its first stepper is one of numbers; its leaf moves before the question is answered, too.
PAGES = {
    "modules/01-autograd-engine/value.html": 1280,
    "modules/01-autograd-engine/value.es.html": 390,
}
FIGURE = "fig-rules"
# Far down the sidebar, which stands open on them.
LOW = {"modules/library/gallery.html": 1280, "modules/library/gallery.es.html": 390}
ELSEWHERE = "modules/glossary.html"
# It has figures of other kinds: programs to choose among, and a family of runs.
MIXED = "modules/01-autograd-engine/pytorch.html"

_TOP = "shown => document.querySelector(shown).getBoundingClientRect().top"
# The picture stays in sight while the text beside it moves.
_HEADING = "main h2"
_PLACE = "y => scrollBy({top: y, behavior: 'instant'})"


@pytest.mark.parametrize("address", PAGES)
def test_figure_keeps_its_state(site: Site, open_page: OpenPage, address: str) -> None:
    built = site.page(address)
    visit = open_page(built, width=PAGES[address])
    page, url = visit.page, visit.page.url
    figure = Stepper(page, 0)
    leaf = figure.element.locator(".tw-node.tw-leaf").first
    leaf.scroll_into_view_if_needed()
    awaken(figure.element)
    leaf.focus()
    before = leaf.get_attribute("aria-valuenow") or ""
    leaf.press("ArrowUp")
    # The engine answers from its worker: the number is drawn after the key, not with it.
    expect(leaf).not_to_have_attribute("aria-valuenow", before)
    moved = leaf.get_attribute("aria-valuenow") or ""
    expect_value(leaf, float(moved), built.lang)
    # On a phone the tabs of the scenes are where the slider would be.
    if figure.element.locator(".tw-range").is_visible():
        for _ in range(3):
            figure.press("ArrowLeft")
    page.evaluate(_PLACE, page.evaluate(_TOP, _HEADING) - 100)
    look = figure.look()
    # Also where an address asked for something, that is, after each change of the reader's.
    page.evaluate("hash => history.replaceState(history.state, '', hash)", f"#{FIGURE}?step=1")

    def expect_the_same(at: BuiltPage) -> None:
        wait_until_drawn(page, at)
        again = Stepper(page, 0)
        expect_value(again.element.locator(".tw-node.tw-leaf").first, float(moved), at.lang)
        now = again.look()
        assert (now.step, now.values) == (look.step, _translated(look.values, built, at))
        _expect_top(page, _HEADING, 100)

    translation = site.page(built.translation)
    _switch(visit)
    assert page.url == url.removesuffix(built.address) + built.translation
    expect_the_same(translation)
    page.reload(wait_until="load")
    expect_the_same(translation)
    page.goto(url.removesuffix(built.address) + ELSEWHERE)
    page.go_back(wait_until="load")
    assert page.url == url.removesuffix(built.address) + built.translation
    expect_the_same(translation)
    _switch(visit)
    assert page.url == url
    expect_the_same(built)
    assert visit.errors == []


def test_programs_and_families_keep_their_state(site: Site, open_page: OpenPage) -> None:
    visit = open_page(site.page(MIXED))
    page = visit.page
    stops, halves = (
        page.locator(f"#fig-{name} [data-figure]:not(.tw-prediction)")
        for name in ("stops", "halves")
    )
    stops.locator("input[value=no_grad]").press("Space")
    halves.locator("input[type=range]").press("End")
    page.evaluate(_PLACE, page.evaluate(_TOP, "#fig-halves") - 100)
    for go in (lambda: _switch(visit), lambda: page.reload(wait_until="load")):
        go()
        wait_until_drawn(page, site.page(site.page(MIXED).translation))
        expect(stops).to_have_js_property("value", {"way": "no_grad"})
        expect(halves).to_have_js_property("value", {"a": 4})
        _expect_top(page, "#fig-halves", 100)
    assert visit.errors == []


def test_section_keeps_its_position(sampled: BuiltPage, open_page: OpenPage) -> None:
    section = [name for _, name in sampled.source.outline if name][-2]
    visit = open_page(sampled, f"#{section}")
    url = visit.page.url.partition("#")[0]
    visit.page.wait_for_function("scrollY > 0")
    visit.page.evaluate(_PLACE, visit.page.evaluate(_TOP, f"#{section}") - 235)
    for _there_and_back in range(2):
        _switch(visit)
        assert "#" not in visit.page.url
        wait_until_drawn(visit.page, sampled)
        _expect_top(visit.page, f"#{section}", 235)
    assert visit.page.url == url
    # In another window, which knows nothing of this one, the address has to say it.
    _link(visit).click(button="right")
    assert (_link(visit).get_attribute("href") or "").endswith(f"#{section}")
    visit.page.evaluate("scrollTo(0, 0)")
    _switch(visit)
    assert visit.page.evaluate("scrollY") == 0
    assert visit.page.get_attribute("html", "lang") != sampled.lang
    assert visit.errors == []


def test_address_keeps_the_section_without_storage(
    first_lesson: BuiltPage, open_page: OpenPage
) -> None:
    section = [name for _, name in first_lesson.source.outline if name][-2]
    visit = open_page(first_lesson, f"#{section}")
    visit.page.evaluate("Object.defineProperty(window, 'sessionStorage', {get() { throw 1; }})")
    _switch(visit)
    assert visit.page.url.endswith(f"{first_lesson.translation}#{section}")


def test_phrase_sets_its_figure(site: Site, open_page: OpenPage) -> None:
    built = site.page(next(iter(PAGES)))
    visit = open_page(built)
    page = visit.page
    figure = Stepper(page, 0)
    leaf = figure.element.locator(".tw-node.tw-leaf").first
    label = leaf.locator(".tw-symbol").text_content()
    page.evaluate(
        _ADD_PHRASES, [f"#{FIGURE}?step=3", f"#{FIGURE}?{label}=0.5", f"#{FIGURE}?step=x"]
    )
    phrases = page.locator("#phrases a")
    before = page.evaluate("[location.href, history.length]")
    phrases.nth(0).press("Enter")
    expect(figure.element).to_have_js_property("value", 3)
    expect(phrases.nth(0)).to_be_focused()
    expect(phrases.nth(0)).to_have_attribute("aria-current", "true")
    expect(_said(page)).to_contain_text("step 3")
    phrases.nth(1).press("Enter")
    expect(leaf).to_have_attribute("aria-valuenow", "0.5")
    expect(figure.element).to_have_js_property("value", 3)
    expect(_said(page)).to_contain_text(f"{label} = 0.5")
    assert page.evaluate("[location.href, history.length]") == before
    figure.press("ArrowRight")
    expect(page.locator("a[aria-current=true]:not(.sidebar-link)")).to_have_count(0)
    phrases.nth(2).press("Enter")
    assert figure.look().step == 4
    assert visit.errors == []


def test_contents_show_the_current_page(site: Site, open_page: OpenPage) -> None:
    for address, width in LOW.items():
        page = open_page(site.page(address), width=width).page
        current = page.locator("#quarto-sidebar [aria-current=page]")
        if width < 992:
            page.evaluate("scrollTo(0, 900)")
            page.locator(".quarto-btn-toggle").press("Enter")
        expect(current).to_be_in_viewport()
        assert page.evaluate("scrollY") == (900 if width < 992 else 0)


_ADD_PHRASES = """hrefs => {
  const text = document.createElement("p");
  text.id = "phrases";
  for (const href of hrefs) text.append(Object.assign(document.createElement("a"), {href}), " ");
  for (const link of text.children) link.textContent = link.hash;
  document.querySelector("main section").append(text);
}"""


def _said(page: Page) -> Locator:
    return page.locator("main > p[role=status]")


def _link(visit: Visit) -> Locator:
    return visit.page.locator(".language-switch a")


def _switch(visit: Visit) -> None:
    follow(_link(visit))


def _translated(values: dict[int, str], one: BuiltPage, other: BuiltPage) -> dict[int, str]:
    """Return numbers as the other page's language writes them."""
    if one.lang == other.lang:
        return values
    marks = str.maketrans(".,", ",.")
    return {i: value.translate(marks) for i, value in values.items()}


def _expect_top(page: Page, shown: str, top: float) -> None:
    """Wait until an element is so far down the window."""
    page.wait_for_function(
        f"([shown, top]) => Math.abs(({_TOP})(shown) - top) < 3", arg=[shown, top]
    )

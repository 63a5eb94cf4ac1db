"""The playground: programs to begin with, a link that holds a program, a small page of its own."""

from __future__ import annotations

import base64
import gzip
import re
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, expect

from tests.browser.axe import violations
from tests.browser.numbers import written
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import window
from tests.waiting import wait_until

HOMES = ("modules/playground.html", "modules/playground.es.html")
SAID = {
    "en": ("Link copied", "came with a link"),
    "es": ("Enlace copiado", "llegado con un enlace"),
}
OWN = {"en": "your program", "es": "tu programa"}
# What a page with an unread program loads; the engine and the editor weigh ten times as much.
LIGHT = 60_000
NOTHING = {
    "en": ("no readable program", "needs JavaScript"),
    "es": ("ningún programa que se pueda leer", "hace falta JavaScript"),
}
_POWER = "x = Value(2.0, label='x')\nx ** x"


@pytest.fixture(scope="module", params=HOMES)
def front(request: pytest.FixtureRequest, site: Site) -> BuiltPage:
    return site.page(request.param)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield context.new_page()


def _open(page: Page, base: str, address: str) -> Locator:
    page.goto("about:blank")
    page.goto(base + address)
    cell = page.locator(".cell.playground")
    cell.scroll_into_view_if_needed()
    expect(cell).to_contain_class("is-live")
    return cell


def _program(name: str) -> str:
    """Return what finds a program to begin with; Quarto gives the cell's name to its output."""
    return f".program:is(#cell-{name}, :has(#cell-{name}))"


def _run(cell: Locator) -> None:
    cell.locator(".tw-code-run").press("Enter")
    expect(cell.locator(".tw-code-run[aria-disabled]")).to_have_count(0)


def test_program_is_chosen_run_and_shared(page: Page, front: BuiltPage, base: str) -> None:
    cell = _open(page, base, front.address)
    copied, came = SAID[front.lang]
    expect(page.locator(".cell.program .tw-code-take")).to_have_count(13)
    taken = page.locator(f"{_program('power')} .tw-code-take")
    taken.press("Enter")
    expect(cell.locator(".tw-code-run")).to_be_focused()
    _run(cell)
    gradient = cell.locator(".tw-leaf .tw-gradient .tw-number")
    expect(gradient).to_have_text(written(round(4 * (1 + 0.6931471805599453), 3), front.lang))
    cell.locator(".tw-code-share").press("Enter")
    expect(cell.get_by_role("status")).to_contain_text(copied)
    address = page.evaluate("navigator.clipboard.readText()")
    assert address == page.url
    cell.locator(".tw-code-embed").press("Enter")
    wait_until(lambda: "<iframe" in page.evaluate("navigator.clipboard.readText()"))
    assert violations(page.locator("main")) == []
    # Whoever opens the link sees the program; nothing runs before they say so.
    page.evaluate("sessionStorage.clear()")
    cell = _open(page, base, address.removeprefix(base))
    expect(cell.locator(".cm-content")).to_contain_text("x ** x")
    expect(cell.get_by_role("status")).to_contain_text(came)
    expect(cell.locator(".tw-stepper")).to_have_count(0)
    _run(cell)
    expect(cell.locator(".tw-stepper")).to_have_count(1)


def test_graph_is_there_before_any_run(page: Page, front: BuiltPage, base: str) -> None:
    page.goto(base + front.address)
    page.evaluate("localStorage.clear()")
    cell = _open(page, base, front.address)
    picture = page.locator(".playground-picture .tw-stepper")
    expect(picture).to_contain_text("total")
    # Beside the code, and each program to begin with has its own.
    code, drawing = cell.bounding_box(), picture.bounding_box()
    assert code is not None and drawing is not None
    assert drawing["x"] >= code["x"] + code["width"]
    expect(page.locator(".program-card > svg")).to_have_count(13)
    # The graph of a run is in its place.
    _run(cell)
    expect(picture).to_be_hidden()
    expect(cell.locator(".tw-stepper")).to_contain_text("total")


def test_program_goes_with_the_language_and_a_reload(
    page: Page, front: BuiltPage, base: str
) -> None:
    page.goto(base + front.address)
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    cell = _open(page, base, front.address)
    cell.locator(".tw-code-edit").press("Enter")
    _write_and_run(cell, "mine = Value(4.0) * 2\nmine")
    # A name of the program is the node's.
    expect(cell.locator(".tw-stepper")).to_contain_text("mine")
    cell.locator(".tw-code-share").press("Enter")
    expect(cell.get_by_role("status")).to_contain_text(SAID[front.lang][0])
    page.reload()
    expect(cell.get_by_role("status")).to_contain_text(OWN[front.lang])
    page.locator(".language-switch a").press("Enter")
    page.wait_for_function(
        "lang => document.documentElement && document.documentElement.lang !== lang",
        arg=front.lang,
    )
    cell.scroll_into_view_if_needed()
    expect(cell.locator(".cm-content")).to_contain_text("mine = Value(4.0)")
    page.evaluate("localStorage.clear()")


def test_missing_graph_and_cause_are_explained_once(
    page: Page, front: BuiltPage, base: str
) -> None:
    cell = _open(page, base, front.address)
    cell.locator(".tw-code-edit").press("Enter")
    _write_and_run(cell, "a = Value(1.0)\n[a, a * 2]")
    expect(cell.locator(".tw-code-note")).to_contain_text("Value")
    _write_and_run(cell, "Value('3')")
    error = cell.locator(".tw-code-error")
    expect(error).to_contain_text("Usually")
    assert error.inner_text().count("Usually") == 1
    assert not re.search("Suele|Normalmente", error.inner_text())


def test_long_program_becomes_a_tape(page: Page, front: BuiltPage, base: str) -> None:
    cell = _open(page, base, front.address)
    page.locator(f"{_program('logistic')} .tw-code-take").press("Enter")
    _run(cell)
    expect(cell.locator("[data-figure=tapeList]")).to_have_count(1)
    expect(cell.locator(".tw-tape-list.is-live")).to_have_count(1)
    assert violations(cell) == []
    # More nodes than any graph is drawn with are a tape as well.
    cell.locator(".cm-content").press("ControlOrMeta+a")
    page.keyboard.insert_text("x = Value(2.0)\ny = x\nfor _ in range(205):\n    y = y + x\ny")
    _run(cell)
    expect(cell.locator(".tw-op")).to_have_count(205)
    expect(cell.locator(".tw-op-value").last).to_have_text(f"= {written(412, front.lang)}")


def _write_and_run(cell: Locator, program: str) -> None:
    cell.locator(".cm-content").press("ControlOrMeta+a")
    cell.page.keyboard.insert_text(program)
    _run(cell)


def test_embedded_cell_loads_little(browser: Browser, front: BuiltPage, base: str) -> None:
    packed = base64.urlsafe_b64encode(_deflated(_POWER)).decode().rstrip("=")
    with window(browser) as context:
        page = context.new_page()
        responses: list[Response] = []
        page.on("response", lambda response: responses.append(response))
        ending = ".es.html" if front.lang == "es" else ".html"
        page.goto(f"{base}embed/index{ending}#code={packed}")
        cell = page.locator(".cell.live")
        expect(cell.locator("code")).to_have_text(_POWER)
        expect(cell.get_by_role("status")).to_contain_text(SAID[front.lang][1])
        expect(page.locator("a.tw-home")).to_have_attribute("href", re.compile(packed))
        assert violations(page.locator("main")) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        sizes = {r.url: len(gzip.compress(r.body(), 9)) for r in responses}
        assert sum(sizes.values()) < LIGHT, sizes
        # The engine comes with Run, and what it draws can be taken hold of.
        _run(cell)
        leaf = cell.locator(".tw-leaf.is-handle")
        leaf.press("ArrowUp")
        expect(leaf.locator(".tw-value .tw-number")).to_have_text(written(2.1, front.lang))
        assert violations(page.locator("main")) == []
        assert any(r.url.endswith(".wasm") for r in responses)


def _deflated(text: str) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush()


def test_copied_iframe_code_embeds_that_page(page: Page, front: BuiltPage, base: str) -> None:
    page.bring_to_front()  # the clipboard belongs to the window in front
    cell = _open(page, base, front.address)
    page.locator(f"{_program('power')} .tw-code-take").press("Enter")
    cell.locator(".tw-code-embed").press("Enter")
    wait_until(lambda: "<iframe" in page.evaluate("navigator.clipboard.readText()"))
    page.set_content(page.evaluate("navigator.clipboard.readText()"))
    embedded = page.frame_locator("iframe")
    expect(embedded.locator(".cell.live code")).to_contain_text("x ** x")
    expect(embedded.locator("html")).to_have_attribute("lang", front.lang)


def test_missing_program_or_scripts_are_reported(
    browser: Browser, front: BuiltPage, base: str
) -> None:
    address = f"{base}embed/index{'.es' if front.lang == 'es' else ''}.html"
    for has_scripts, said in zip((True, False), NOTHING[front.lang], strict=True):
        with window(browser, java_script_enabled=has_scripts) as context:
            page = context.new_page()
            page.goto(f"{address}#code=A")
            expect(page.locator("main")).to_contain_text(said)
            expect(page.locator("a.tw-home")).to_be_visible()


def test_programs_show_results_without_scripts(
    browser: Browser, front: BuiltPage, base: str
) -> None:
    with window(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(base + front.address)
        expect(page.locator(".cell.program")).to_have_count(13)
        expect(page.locator(".cell.playground .cell-output").first).to_contain_text("Value(")
        expect(page.locator(".tw-code-bar")).to_have_count(0)
        # On paper nothing can be unfolded.
        power = page.locator(f"{_program('power')} details code")
        expect(power).to_be_hidden()
        _stands_on_paper(page)


def test_paper_shows_every_program_whole(page: Page, front: BuiltPage, base: str) -> None:
    page.goto(base + front.address)
    page.evaluate("localStorage.clear()")
    cell = _open(page, base, front.address)
    _run(cell)
    expect(cell.locator(".tw-stepper")).to_have_count(1)
    _stands_on_paper(page)
    # The figure is at its last step: both leaves have their gradients, inside the page.
    gradients = cell.locator(".tw-leaf .tw-gradient:visible")
    expect(gradients).to_have_count(2)
    expect(gradients.last).to_contain_text("8")
    edge = page.evaluate("document.documentElement.clientWidth")
    box = cell.locator(".tw-stepper svg").first.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= edge
    page.emulate_media(media="screen")


def _stands_on_paper(page: Page) -> None:
    """Check that all programs are shown, none of them cut, and no button beside them."""
    page.emulate_media(media="print")
    programs = page.locator(".program details code:visible")
    expect(programs).to_have_count(13)
    assert (
        programs.evaluate_all(
            """(codes) => codes.filter((code) => {
          const box = code.closest("pre");
          return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
        }).map((code) => code.textContent)"""
        )
        == []
    )
    expect(page.locator(".tw-take:visible, .tw-code-bar:visible")).to_have_count(0)

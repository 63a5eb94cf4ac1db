"""The playground: programs to begin with, a link that holds a program, a small page of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

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
_LOOP, _LIST = "while True:\n    pass", "x = [0] * 10 ** 8"
ENDLESS = {
    "en": {_LOOP: "more than a second", _LIST: "more memory"},
    "es": {_LOOP: "más de un segundo", _LIST: "más memoria"},
}


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


def _run(cell: Locator) -> None:
    cell.locator(".tw-code-run").press("Enter")
    expect(cell.locator(".tw-code-run[aria-disabled]")).to_have_count(0)


def test_a_program_is_taken_run_and_shared(page: Page, front: BuiltPage, base: str) -> None:
    cell = _open(page, base, front.address)
    copied, came = SAID[front.lang]
    expect(page.locator(".cell.program .tw-code-take")).to_have_count(10)
    taken = page.locator("#cell-power .tw-code-take")
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
    cell = _open(page, base, address.removeprefix(base))
    expect(cell.locator(".cm-content")).to_contain_text("x ** x")
    expect(cell.get_by_role("status")).to_contain_text(came)
    expect(cell.locator(".tw-stepper")).to_have_count(0)
    _run(cell)
    expect(cell.locator(".tw-stepper")).to_have_count(1)


def test_a_long_program_is_a_tape(page: Page, front: BuiltPage, base: str) -> None:
    cell = _open(page, base, front.address)
    page.locator("#cell-logistic .tw-code-take").press("Enter")
    _run(cell)
    expect(cell.locator("[data-figure=tapeList]")).to_have_count(1)
    assert violations(cell) == []
    # More nodes than any graph is drawn with are a tape as well.
    cell.locator(".cm-content").press("ControlOrMeta+a")
    page.keyboard.insert_text("x = Value(2.0)\ny = x\nfor _ in range(205):\n    y = y + x\ny")
    _run(cell)
    expect(cell.locator(".tw-op")).to_have_count(205)
    expect(cell.locator(".tw-op-value").last).to_have_text(f"= {written(412, front.lang)}")


def test_a_loop_and_a_list_without_end_are_said_in_place(
    page: Page, front: BuiltPage, base: str
) -> None:
    cell = _open(page, base, front.address)
    cell.locator(".tw-code-edit").press("Enter")
    content = cell.locator(".cm-content")
    for program, said in ENDLESS[front.lang].items():
        content.press("ControlOrMeta+a")
        page.keyboard.insert_text(program)
        _run(cell)
        expect(cell.locator(".tw-code-error")).to_contain_text(said)
    content.press("ControlOrMeta+a")
    page.keyboard.insert_text("print(5)")
    _run(cell)
    expect(cell.locator(".tw-code-output pre")).to_have_text("5\n")


def test_embedded_there_is_the_cell_and_nothing_else(
    page: Page, front: BuiltPage, base: str
) -> None:
    cell = _open(page, base, f"{front.address}?embed")
    expect(cell.locator(".tw-code-run")).to_be_visible()
    for selector in ("#quarto-header", "#title-block-header", ".cell.program", ".tw-share"):
        expect(page.locator(selector).first).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_without_scripts_every_program_stands_there_with_its_result(
    browser: Browser, base: str
) -> None:
    with window(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(base + HOMES[0])
        expect(page.locator(".cell.program")).to_have_count(10)
        expect(page.locator(".cell.playground .cell-output").first).to_contain_text("Value(")
        expect(page.locator(".tw-code-bar")).to_have_count(0)

"""Figures saved as files: an SVG that needs nothing beside itself, a PNG of two points a pixel."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from tapewalk import Value, trace
from tapewalk.figures.views import VIEWS
from tests.browser.axe import violations
from tests.browser.leaves import add
from tests.browser.oracle import Trace
from tests.browser.site import BuiltPage
from tests.browser.visit import window

SAYS = {
    "en": ("Save this figure", "Save as SVG", "It could not be saved."),
    "es": ("Guardar esta figura", "Guardar como SVG", "No se ha podido guardar."),
}
_SVG = "{http://www.w3.org/2000/svg}"


def _product() -> Trace:
    x, y = Value(2.0, label="x"), Value(-3.5, label="y")
    product = x * y
    return trace(product.tanh() + x, labels={"p": product})


def _save(menu: Locator, kind: str) -> tuple[str, bytes]:
    """Return the name and the content of the file that a figure's button gives."""
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    with menu.page.expect_download() as download:
        menu.get_by_role("button").filter(has_text=kind).click()
    expect(menu).not_to_have_attribute("open", "")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def _texts(source: bytes) -> list[str]:
    return ["".join(text.itertext()).strip() for text in ET.fromstring(source).iter(f"{_SVG}text")]


def _stands_alone(source: bytes) -> None:
    """Check that a drawing asks nothing of the page that it comes from."""
    text = source.decode()
    assert set(re.findall(r"https?://[^\"' )]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"var\(|color-mix|color\(| class=|<button|<input|foreignObject", text)
    named = set(re.findall(r"url\((?:&quot;)?#([^)&]+)", text))
    assert named <= set(re.findall(r' id="([^"]+)"', text))


def test_figure_is_saved_by_keyboard(page: Page, front: BuiltPage) -> None:
    stepper, (name, as_svg, _) = add(page, _product()), SAYS[front.lang]
    stepper.press("End")
    menu = stepper.element.locator(".tw-save")
    expect(menu).to_have_count(1)
    summary = menu.locator("summary")
    expect(summary).to_have_accessible_name(name)
    summary.focus()
    page.keyboard.press("Enter")
    assert violations(stepper.element) == []
    page.keyboard.press("Tab")
    expect(menu.get_by_role("button", name=as_svg, exact=True)).to_be_focused()
    look = stepper.look()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "fig-test.svg"
    expect(summary).to_be_focused()
    source = Path(download.value.path()).read_bytes()
    _stands_alone(source)
    texts = " ".join(_texts(source))
    for numbers in (look.values, look.gradients, look.locals, look.sent):
        assert numbers and all(number in texts for number in numbers.values())
    ink = page.locator("#fig-test .tw-value text").first.evaluate("e => getComputedStyle(e).fill")
    assert ink in source.decode()
    assert "monospace" in source.decode()
    # Esc closes the menu, and none of these keys has moved the figure.
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    assert stepper.look() == look


def test_saved_picture_has_double_resolution(page: Page, front: BuiltPage) -> None:
    stepper = add(page, _product())
    menu = stepper.element.locator(".tw-save")
    _, drawing = _save(menu, "SVG")
    name, points = _save(menu, "PNG")
    assert name == "fig-test.png"
    picture = Image.open(io.BytesIO(points)).convert("RGB")
    root = ET.fromstring(drawing)
    assert picture.size == (2 * int(root.attrib["width"]), 2 * int(root.attrib["height"]))
    paper = root.find(f"{_SVG}rect")
    assert paper is not None
    channels = re.findall(r"\d+", paper.attrib["fill"])
    assert picture.getpixel((2, 2)) == tuple(map(int, channels))
    assert len(picture.getcolors(1 << 20) or []) > 100  # something is drawn, with smooth edges
    stepper.element.locator(".tw-twin-button").click()
    _, table = _save(menu, "SVG")
    _stands_alone(table)
    cells = stepper.element.locator("td, th").all_inner_texts()
    # A cell may break into lines, which are texts of their own.
    words = {word for text in _texts(table) for word in text.split()}
    assert {word for cell in cells for word in cell.split()} <= words


def test_missing_save_module_is_reported(front: BuiltPage, browser: Browser, base: str) -> None:
    with window(browser) as context:
        page = context.new_page()
        page.route("**/picture.js", lambda route: route.abort())
        page.goto(base + front.address)
        menu = add(page, _product()).element.locator(".tw-save")
        menu.locator("summary").click()
        menu.get_by_role("button").first.click()
        expect(menu.get_by_role("status")).to_have_text(SAYS[front.lang][2])


@pytest.mark.full
def test_every_view_can_be_saved(browser: Browser, base: str) -> None:
    kinds = set()
    with window(browser) as context:
        page = context.new_page()
        lessons = {view.lesson.partition("#")[0] for view in VIEWS.values() if view.lesson}
        for lesson in sorted(lessons):
            page.goto(f"{base}{lesson}.html")
            page.wait_for_load_state("networkidle")
            for menu in page.locator("[data-figure] .tw-save").all():
                kind = menu.evaluate("menu => menu.closest('[data-figure]').dataset.figure")
                if kind in kinds:
                    continue
                # In a picture it waits behind one button.
                more = menu.locator("xpath=ancestor::details")
                if more.count() == 1 and more.is_visible():
                    more.locator("> summary").click()
                if not menu.is_visible():
                    continue
                kinds.add(kind)
                name, source = _save(menu, "SVG")
                assert name.endswith(".svg")
                _stands_alone(source)
                assert _texts(source), kind
    assert {"score", "graph", "chart"} <= kinds

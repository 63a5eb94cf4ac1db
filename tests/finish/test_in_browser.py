"""The language switch and the search dialog in a browser."""

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.finish.pages import page as write_page
from tests.waiting import PATIENCE
from tools.chromium import chromium
from tools.finish.finish import finish
from tools.finish.repository import Home
from tools.serve.background import serve
from tools.stamp import ROOT

SECTION = '<section id="sec-b" class="level2"><h2>{}</h2><p>{}</p></section>'

BLOCKS = f"""<pre class="sourceCode" style="overflow: auto">x</pre>
<pre style="overflow: auto">{"y" * 90}</pre>"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A finished site of two pages under a path of its own."""
    folder = tmp_path_factory.mktemp("site")
    sources = tmp_path_factory.mktemp("sources")
    shutil.copytree(ROOT / "lib" / "theme", sources / "lib" / "theme")
    for name, language, heading, text in (
        ("a.html", "en", "Slopes", "A gradient walks back."),
        ("a.es.html", "es", "Pendientes", "Un gradiente vuelve atrás."),
    ):
        body = SECTION.format(heading, text) + '<p><input aria-label="note"></p>' + BLOCKS
        (folder / name).write_text(write_page(language, heading, body=body), encoding="utf-8")
    (folder / "index.html").write_text("<html lang='en'><title>Start</title></html>")
    finish(folder, Home(None, ""), sources)
    with serve(folder, "/repo/") as served:
        yield served


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with chromium() as browser:
        expect.set_options(timeout=PATIENCE * 1000)
        # A service worker would hide network requests from the test.
        yield browser.new_page(service_workers="block")


def test_result_on_the_same_page_closes_the_dialog(tab: Page, address: str) -> None:
    tab.goto(f"{address}a.html")
    tab.keyboard.press("/")
    dialog = tab.get_by_role("dialog", name="Search")
    dialog.get_by_role("textbox").fill("gradient")
    dialog.get_by_role("link", name="Slopes").last.click()
    expect(dialog).to_be_hidden()
    expect(tab).to_have_url(re.compile("#sec-b$"))


def test_slash_in_a_field_does_not_open_search(tab: Page, address: str) -> None:
    tab.goto(f"{address}a.html")
    note = tab.get_by_role("textbox", name="note")
    note.press("/")
    expect(note).to_have_value("/")
    expect(tab.get_by_role("dialog")).to_have_count(0)


def test_missing_index_is_reported(tab: Page, address: str) -> None:
    tab.route("**/pagefind-ui.js", lambda route: route.abort())
    tab.goto(f"{address}a.es.html")
    tab.keyboard.press("/")
    expect(tab.get_by_text("No se pudo cargar el índice.")).to_be_visible()
    tab.keyboard.press("Escape")
    tab.unroute("**/pagefind-ui.js")


def test_scrolling_block_is_reached_by_keyboard(tab: Page, address: str) -> None:
    tab.set_viewport_size({"width": 600, "height": 700})
    tab.goto(f"{address}a.html")
    expect(tab.get_by_role("group", name="Code")).not_to_have_attribute("tabindex", "0")
    wide = tab.get_by_role("group", name="Output")
    expect(wide).to_have_attribute("tabindex", "0")
    tab.set_viewport_size({"width": 2400, "height": 700})
    expect(wide).not_to_have_attribute("tabindex", "0")


def test_shell_works_on_a_quarto_page(tab: Page, address: str) -> None:
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.set_viewport_size({"width": 390, "height": 700})
    tab.goto(f"{address}a.html")
    body = tab.locator("body")
    expect(body).to_contain_class("quarto-light")
    tab.get_by_role("button", name="Dark mode").click()
    expect(body).to_contain_class("quarto-dark")
    tab.reload()
    expect(body).to_contain_class("quarto-dark")
    tab.get_by_role("button", name="Dark mode").click()

    contents = tab.get_by_role("button", name="Contents")
    sidebar = tab.get_by_role("navigation", name="Contents of the course")
    expect(sidebar).to_be_hidden()
    contents.click()
    expect(sidebar).to_be_visible()
    expect(contents).to_have_attribute("aria-expanded", "true")
    tab.keyboard.press("Escape")
    expect(sidebar).to_be_hidden()
    assert wrong == []

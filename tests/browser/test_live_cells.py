"""Code that a reader runs and changes in place: cells of the option `classes: live`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.numbers import written
from tests.browser.site import BuiltPage
from tests.browser.visit import window

SAID = {
    "en": {
        "line": "Line 2.",
        "loop": "more than a second",
        "cause": "misspelt",
        "long": re.compile("is left out|more than a second"),
    },
    "es": {
        "line": "Línea 2.",
        "loop": "más de un segundo",
        "cause": "mal escrito",
        "long": re.compile("se omite|más de un segundo"),
    },
}

# Cells as a built page has them: code in spans, a line each, and what the build got from it.
_ADD = """async (texts) => {
  const {enlivenCell} = await import(new URL("lib/live/dist/page.js", document.baseURI));
  document.querySelectorAll(".cell.live").forEach((cell) => cell.remove());
  for (const [nth, text] of texts.entries()) {
    const cell = document.createElement("div");
    cell.className = "cell live";
    cell.id = `cell-test-${nth}`;
    cell.innerHTML = `<div class="sourceCode cell-code"><pre><code></code></pre></div>
      <div class="cell-output cell-output-stdout"><pre><code>built</code></pre></div>`;
    cell.querySelector("code").append(...text.split("\\n").flatMap((line, i) => {
      const span = document.createElement("span");
      span.textContent = line;
      return i === 0 ? [span] : ["\\n", span];
    }));
    document.querySelector("main").append(cell);
    await enlivenCell(cell);
  }
}"""


@pytest.fixture(scope="module")
def window_page(front: BuiltPage, browser: Browser, base: str) -> Iterator[Page]:
    with window(browser) as context:
        page = context.new_page()
        yield page


@pytest.fixture
def page(window_page: Page, front: BuiltPage, base: str) -> Page:
    window_page.goto(base + front.address)
    window_page.evaluate("localStorage.clear()")
    return window_page


def _cells(page: Page, *texts: str) -> list[Locator]:
    page.evaluate(_ADD, list(texts))
    return [page.locator(f"#cell-test-{nth}") for nth in range(len(texts))]


def _run(cell: Locator) -> None:
    cell.locator(".tw-code-run").click()
    expect(cell.locator(".tw-code-run[aria-disabled]")).to_have_count(0)


def _write(cell: Locator, text: str) -> None:
    """Replace a cell's text by keyboard alone."""
    edit = cell.locator(".tw-code-edit")
    content = cell.locator(".cm-content")
    if edit.is_visible():
        edit.press("Enter")
        expect(content).to_be_focused()
    content.press("ControlOrMeta+a")
    content.page.keyboard.insert_text(text)


def test_cell_sees_names_of_earlier_cells(page: Page, front: BuiltPage) -> None:
    first, second = _cells(
        page, "x = Value(3.0, label='x')\nprint('first')", "print(x.data)\nx * x"
    )
    expect(second.locator(".cell-output-stdout")).to_have_text("built")
    _run(second)
    expect(second.locator(".tw-code-output pre")).to_have_text("3.0\n")
    expect(second.locator("> .cell-output")).to_be_hidden()
    gradient = second.locator(".tw-stepper .tw-leaf .tw-gradient .tw-number")
    expect(gradient).to_have_text(written(6.0, front.lang))
    # The figure of what the reader wrote can be taken hold of, in a worker of its own.
    leaf = second.locator(".is-handle")
    leaf.press("ArrowUp")
    expect(gradient).to_have_text(written(6.2, front.lang))
    expect(first.locator(".tw-code-output")).to_be_hidden()
    assert violations(second) == []


def test_text_is_edited_and_restored_by_keyboard(page: Page, front: BuiltPage, base: str) -> None:
    (cell,) = _cells(page, "print(1)")
    _write(cell, "print(2)")
    page.keyboard.press("Control+Enter")
    expect(cell.locator(".tw-code-output pre")).to_have_text("2\n")
    expect(cell.get_by_role("status")).to_contain_text("2")
    page.keyboard.press("Escape")
    expect(cell.locator(".tw-code-run")).to_be_focused()
    assert violations(cell) == []
    # It survives a reload, and Reset brings ours back.
    page.goto(base + front.address)
    (cell,) = _cells(page, "print(1)")
    expect(cell.locator(".cm-content")).to_have_text("print(2)")
    cell.locator(".tw-code-resetCode").press("Enter")
    expect(cell.locator(".cm-content")).to_have_text("print(1)")
    expect(cell.locator("> .cell-output")).to_be_visible()
    # What was kept belongs to another text, once the page has a new one.
    _write(cell, "print(3)")
    page.goto(base + front.address)
    (cell,) = _cells(page, "print(4)")
    expect(cell.locator("pre > code").first).to_have_text("print(4)")


def test_error_marks_its_line_and_cause(page: Page, front: BuiltPage) -> None:
    said = SAID[front.lang]
    first, second = _cells(page, "a = 1", "b = a\nprint(c)\nd = 3")
    _run(second)
    error = second.locator(".tw-code-error")
    for text in (said["line"], "NameError", said["cause"]):
        expect(error).to_contain_text(text)
    expect(second.locator(".tw-wrong-line")).to_have_text("print(c)")
    expect(second.get_by_role("status")).to_contain_text("NameError")
    _write(second, "b = a\nprint(b")
    page.keyboard.press("Control+Enter")
    expect(error).to_contain_text("SyntaxError")
    expect(second.locator(".cm-line.tw-wrong-line")).to_have_count(1)
    page.keyboard.press("End")
    page.keyboard.type(")")
    expect(second.locator(".cm-line.tw-wrong-line")).to_have_count(0)
    page.keyboard.press("Control+Enter")
    expect(second.locator(".tw-code-output pre")).to_have_text("1\n")
    _write(first, "a = = 1")
    _run(second)
    expect(error).not_to_contain_text(said["line"])


def test_endless_loop_is_named_and_stopped(page: Page, front: BuiltPage) -> None:
    (cell,) = _cells(page, "i = 0\nwhile True:\n    i += 1")
    _run(cell)
    expect(cell.locator(".tw-code-error")).to_contain_text(SAID[front.lang]["loop"])
    expect(cell.locator(".tw-wrong-line")).to_have_text("while True:")
    # What a page has no room for is left out, unless it took too long anyway.
    (cell,) = _cells(page, "for i in range(10 ** 5):\n    print(i)")
    _run(cell)
    expect(cell.locator(".tw-code-output")).to_contain_text(SAID[front.lang]["long"])
    # The second that a run has never ends.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    (cell,) = _cells(page, "i = 0\nwhile True:\n    i += 1")
    cell.locator(".tw-code-run").click()
    cell.locator(".tw-code-stop").click()
    expect(cell.locator(".tw-code-error")).not_to_contain_text(SAID[front.lang]["loop"])
    expect(cell.locator(".tw-code-run[aria-disabled]")).to_have_count(0)


def test_reader_code_leaves_the_engine_intact(page: Page) -> None:
    spoil, after = _cells(page, "Value.__mul__ = None\nimport tapewalk\ntapewalk.Value = 3", "1")
    _run(spoil)
    told = page.evaluate(
        """async () => {
          const {engine} = await import(new URL("lib/live/dist/page.js", document.baseURI));
          return await engine.run("x = Value(2.0)\\nx * x");
        }"""
    )
    assert told["error"] is None
    assert told["trace"]["grads"] == {"0": 4}
    expect(after.locator(".tw-code-run")).to_be_visible()

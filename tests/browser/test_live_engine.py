"""The library's Python in the page's worker: it answers, ends what has no end, and stays in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.visit import window

_RUN = """async (program) => {
  const {engine} = await import(new URL("lib/live/dist/page.js", document.baseURI));
  return await engine.run(program);
}"""

# Each tries to get out, and prints what it got hold of.
_WAYS_OUT = (
    "import js\njs.fetch('stolen')",
    "import js\nfor name in dir(js):\n    getattr(js, name)\njs.XMLHttpRequest.new()",
    "import sys\nsys.modules.pop('js', 0)\nimport js\njs.self.fetch('stolen')",
    *(
        f"import jsffi\nfound = {found}.constructor\nfound('return fetch(\"stolen\")')()"
        for found in (
            "jsffi.create_proxy(print)",
            "jsffi.to_js([1]).constructor",
            "jsffi.to_js([1]).map",
            "jsffi.to_js({'a': 1}).constructor",
            "jsffi.to_js({'a': 1}).constructor.prototype.constructor",
        )
    ),
    *(
        f"import js\njs.{name}"
        for name in (
            *("WebSocket", "EventSource", "WebTransport", "importScripts", "Worker", "indexedDB"),
            *("caches", "navigator", "BroadcastChannel", "postMessage", "self", "eval", "Function"),
        )
    ),
    "import socket",
    "import network",
)
_STOPPED_BY = ("AttributeError", "TypeError", "ImportError", "KeyError")


@pytest.fixture(scope="module")
def page(browser: Browser, base: str) -> Iterator[Page]:
    with window(browser) as context:
        page = context.new_page()
        page.goto(base)
        yield page


def _run(page: Page, program: str) -> dict[str, Any]:
    result: dict[str, Any] = page.evaluate(_RUN, program)
    return result


# Programs without an end, and how they end: with which errors, and in which line.
_ENDLESS = {
    "a loop": ("x = 1\nwhile True:\n    pass", {"Timeout"}, 2),
    "a long loop": ("x = 3\nfor i in range(10 ** 9):\n    x = -x", {"Timeout"}, 2),
    "a million nodes": (
        "x = Value(1.0)\nfor _ in range(10 ** 6):\n    x = x + 1\nx",
        {"Timeout", "MemoryError"},
        None,
    ),
    "a long list": ("x = [0] * 10 ** 8", {"MemoryError"}, None),
    "a growing list": ("x = [0]\nwhile True:\n    x = x + x", {"MemoryError"}, None),
}


@pytest.mark.parametrize(("program", "ends", "line"), _ENDLESS.values(), ids=_ENDLESS)
def test_program_without_end_is_ended(
    page: Page, program: str, ends: set[str], line: int | None
) -> None:
    error = _run(page, program)["error"]
    assert error["type"] in ends
    assert line in (None, error["line"])
    assert _run(page, "1 + 1")["printed"] == "2\n"


def test_programs_stay_in_the_sandbox(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for program in _WAYS_OUT:
        told = _run(page, program)
        assert told["error"] is not None, program
        assert told["error"]["type"] in _STOPPED_BY, told
    assert [url for url in asked if "stolen" in url] == []
    assert _run(page, "1 + 1")["printed"] == "2\n"

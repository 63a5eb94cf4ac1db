"""One page opened in one browser window, and everything that went wrong while it loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    Route,
    ViewportSize,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tapewalk.figures.views import VIEWS
from tests.browser.site import BuiltPage

_VIEW = re.compile(rf"\b(?:{'|'.join(VIEWS)})\(")
# A comparison is one diagram, though it holds two. What the lab shows follows the reader.
DRAWN = "[data-figure]:not(.tw-room *, .tw-pair *, .lab-walks *)"

# Diagrams are drawn by OJS cells, after the page has loaded; how many is in the source.
_COUNT = f"document.querySelectorAll('{DRAWN}, .tw-problem').length"
# How long to wait for what never comes: no test takes that long, however busy the machine is.
PATIENCE_MS = 60_000
# And for what settles: so many looks at the same are certain, however long each takes.
_LOOKS, _SAME_LOOKS, _FRAME_MS = 400, 30, 50


@dataclass
class Visit:
    """A page in a window, and what it asked for.

    Attributes:
        page: The window.
        built: The page's file.
        errors: What the console and the network complained about, in words.
        foreign: Addresses on other hosts that were asked for; none of them was answered.
        responses: What came back, in order.
        base: The address of the site's root.
    """

    page: Page
    built: BuiltPage
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    base: str = ""

    def watch(self, base: str) -> None:
        """Note every error and every request from now on."""
        self.base = base
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        self.page.on("requestfailed", self._on_failure)
        self.page.on("response", self._on_response)
        self.page.on("websocket", lambda socket: self.foreign.append(socket.url))
        elsewhere = re.compile(rf"^(?!{re.escape(base)}|data:|blob:|about:)")
        self.page.context.route(elsewhere, self._refuse)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text}")

    def _on_failure(self, request: Request) -> None:
        # A page that is left behind takes its last requests with it.
        if request.failure != "net::ERR_ABORTED":
            self.errors.append(f"failed: {request.url} ({request.failure})")

    def _on_response(self, response: Response) -> None:
        self.responses.append(response)
        if response.status >= 400:
            self.errors.append(f"{response.status}: {response.url}")

    def _refuse(self, route: Route) -> None:
        self.foreign.append(route.request.url)
        route.abort()

    @property
    def loaded(self) -> set[str]:
        """The paths of the files that it read, as seen from the site's root."""
        paths = {urlsplit(response.url).path for response in self.responses}
        top = urlsplit(self.base).path
        found = {unquote(path.removeprefix(top)) for path in paths if path.startswith(top)}
        return {f"{path}index.html" if path == "" or path.endswith("/") else path for path in found}

    @property
    def size(self) -> ViewportSize:
        """Width and height of the window."""
        assert self.page.viewport_size is not None
        return self.page.viewport_size

    def open(self, url: str, *, is_live: bool = True) -> None:
        """Load the page and wait until its diagrams are drawn and its fonts are there.

        Args:
            url: Its address.
            is_live: Whether the window runs scripts. Without, there is nothing to wait for.
        """
        self.page.goto(url, wait_until="load")
        if is_live:
            wait_until_drawn(self.page, self.built)


# What the fixture `open_page` gives: `open_page(built, fragment, **options_of_window)`.
OpenPage = Callable[..., Visit]
# And `open_once`: `open_once(built)`.
OpenOnce = Callable[[BuiltPage], Visit]


def number_of_diagrams(built: BuiltPage) -> int:
    """Return how many diagrams and questions the source of a page calls for."""
    cells = [cell for cell in built.source.cells if cell.language == "ojs"]
    return sum(len(_VIEW.findall(cell.code)) for cell in cells)


def wait_until_drawn(page: Page, built: BuiltPage) -> None:
    """Wait until every diagram of a page is there and in its place, and its fonts.

    One that never comes does not fail here: the page is still worth looking at, and
    the rule `its_diagrams_are_drawn` says what is missing.
    """
    with suppress(PlaywrightTimeout):
        expected = f"{_COUNT} >= {number_of_diagrams(built)}"
        page.wait_for_function(expected, timeout=PATIENCE_MS)
        # Until it has found its place, a picture is invisible and takes no answer.
        page.wait_for_function("!document.querySelector('.is-settling')", timeout=PATIENCE_MS)
    page.evaluate("document.fonts.ready.then(() => null)")


def until_fine(page: Page, look: Callable[[], list[str]]) -> list[str]:
    """Look until nothing is found, or the same many times in a row; return what is found last.

    For what settles some frames after it was asked for, as a layout does.
    """
    found, same = look(), 0
    for _ in range(_LOOKS):
        if not found or same == _SAME_LOOKS:
            break
        page.wait_for_timeout(_FRAME_MS)
        before, found = found, look()
        same = same + 1 if found == before else 0
    return found


def follow(link: Locator) -> None:
    """Click a link, and wait until the page that it leads to is loaded."""
    with link.page.expect_navigation(wait_until="load"):
        link.click()


def wait_for_layout(part: Locator) -> None:
    """Wait until the observers of a page know how large an element is, and whether it is in view.

    A browser calls its observers in the order in which they began.
    """
    part.evaluate("""(element) => Promise.all([ResizeObserver, IntersectionObserver].map((Kind) =>
      new Promise((resolve) => new Kind(resolve).observe(element)))).then(() => null)""")


@contextmanager
def window(
    browser: Browser, theme: str = "light", width: int = 1280, **more: Any
) -> Iterator[BrowserContext]:
    """Yield a fresh browser profile, as a first visitor has it.

    Args:
        browser: The browser.
        theme: What the visitor's system prefers, `light` or `dark`.
        width: The width of the window; a narrow one is a phone's.
        **more: Other options of Playwright's `new_context`. Readers want less motion unless it
            says otherwise: a diagram that plays by itself would be another one at every look.
    """
    options = {
        "color_scheme": theme,
        "viewport": {"width": width, "height": 844 if width < 600 else 800},
        "reduced_motion": "reduce",
        # What it answers, no test could see or refuse; test_offline.py has one.
        "service_workers": "block",
    } | more
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield context
    finally:
        context.close()

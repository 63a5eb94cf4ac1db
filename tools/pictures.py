"""The pictures that are committed: the card for shared links, and the README's screenshot.

Run `python -m tools.pictures` after `make build`, when the mark, the card or the look of a lesson
has changed. Nothing else runs it.
"""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser

from tools.chromium import chromium
from tools.serve.server import make_server

ROOT = Path(__file__).parents[1]
CARD = ROOT / "lib/theme/card.html"
README_PICTURE = ROOT / ".github/pictures/lesson.png"
LESSON = "modules/01-autograd-engine/scalars.html"


def draw_card(browser: Browser) -> None:
    """Writes card.png, 1200 by 630 pixels, from card.html."""
    page = browser.new_page(viewport={"width": 1200, "height": 630})
    page.goto(CARD.as_uri())
    page.evaluate("document.fonts.ready.then(() => null)")
    page.screenshot(path=CARD.with_suffix(".png"))


def draw_lesson(browser: Browser, address: str) -> None:
    """Writes the README's picture: the first diagram of the first lesson, on its way back."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1.5)
    page.emulate_media(reduced_motion="reduce")  # no arrow is caught on its way
    page.goto(address + LESSON)
    question = page.locator('[data-question="chain-slope"]')
    question.locator("input").fill("42")  # the way back opens with an answer
    question.locator("button").click()
    figure = page.locator("#fig-chain")
    figure.locator("input[type=range]").fill("6")
    page.locator("body").click(position={"x": 0, "y": 0})  # away from the range: no focus ring
    README_PICTURE.parent.mkdir(parents=True, exist_ok=True)
    figure.screenshot(path=README_PICTURE)


def main() -> None:
    """Draws both pictures."""
    with chromium() as browser:
        draw_card(browser)
        with make_server(ROOT / "_site") as server:
            Thread(target=server.serve_forever, daemon=True).start()
            draw_lesson(browser, f"http://127.0.0.1:{server.server_port}/")
            server.shutdown()


if __name__ == "__main__":
    main()

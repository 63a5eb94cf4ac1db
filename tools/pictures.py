"""The pictures that are committed: the cards for shared links, and the README's moving picture.

Run `python -m tools.pictures` after `make build`, when the mark, the card or the look of a lesson
has changed. Nothing else runs it.
"""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from tapewalk.language import LANGUAGES, page_ending
from tools.chromium import chromium
from tools.finish.head import OWN_CARDS, own_card
from tools.serve.background import serve

ROOT = Path(__file__).parents[1]
CARD = ROOT / "lib/theme/card.html"
README_PICTURE = ROOT / ".github/pictures/slope.webp"
_FIGURES = "main :is([data-figure]:not(.tw-room *), .lab)"
_WITHOUT_CONTROLS = """.tw-controls, .tw-line, .tw-card, .tw-save, .tw-tangent-told,
  .tw-sentence, .lab-bar, .tw-panel { display: none !important }
  [data-figure], .lab { padding: 8px }"""
# The words of the card, the mark, and the figure as large as it fits.
_COMPOSE = """([title, picture]) => {
  const parts = "<main><h1></h1><p>Walk the Tape</p><img></main>";
  const shown = new DOMParser().parseFromString(parts, "text/html");
  shown.querySelector("h1").textContent = title;
  shown.querySelector("img").src = `data:image/png;base64,${picture}`;
  const style = document.createElement("style");
  style.textContent = `
    main { display: grid; grid-template: 1fr auto / 330px 1fr; gap: 0 40px; width: 1200px;
      height: 630px; padding: 48px; box-sizing: border-box; background: var(--paper);
      color: var(--ink);
      font-family: var(--font-text) }
    h1 { margin: 0; font-size: 56px; line-height: 1.1; overflow-wrap: anywhere }
    p { grid-row: 2; margin: 0; font-size: 28px; font-weight: 700; color: var(--muted) }
    img { grid-row: 1 / 3; grid-column: 2; place-self: center; max-width: 100%;
      max-height: 534px }`;
  document.body.replaceChildren(style, shown.querySelector("main"));
}"""


def draw_card(browser: Browser) -> None:
    """Write card.png, 1200 by 630 pixels, from card.html."""
    page = browser.new_page(viewport={"width": 1200, "height": 630})
    page.goto(CARD.as_uri())
    page.evaluate("document.fonts.ready.then(() => null)")
    page.screenshot(path=CARD.with_suffix(".png"))


def draw_own_card(browser: Browser, address: str, page_address: str) -> None:
    """Write the card of a page: its first figure, beside its title.

    Args:
        browser: The browser.
        address: The site's, with a slash at its end.
        page_address: The page's in the site.
    """
    page = browser.new_page(viewport={"width": 1200, "height": 800}, device_scale_factor=1.5)
    page.emulate_media(reduced_motion="reduce")
    page.goto(address + page_address)
    figure = page.locator(_FIGURES).first
    figure.scroll_into_view_if_needed()
    page.wait_for_timeout(3000)  # the engine of a live figure draws once more
    page.add_style_tag(content=_WITHOUT_CONTROLS)
    title = page.locator("h1").first.inner_text()
    picture = b64encode(figure.screenshot(animations="disabled")).decode()
    card = browser.new_page(viewport={"width": 1200, "height": 630})
    card.goto(CARD.as_uri())
    card.evaluate(_COMPOSE, [title, picture])
    card.evaluate("document.fonts.ready.then(() => null)")
    (ROOT / own_card(page_address)).parent.mkdir(exist_ok=True)
    card.screenshot(path=ROOT / own_card(page_address))
    page.close()
    card.close()


def draw_moving(browser: Browser, address: str) -> None:
    """Write the README's picture: the home page's curve, while b is moved there and back.

    Args:
        browser: The browser.
        address: The site's, with a slash at its end.
    """
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{address}index.html")
    page.add_style_tag(content=_WITHOUT_CONTROLS)
    figure = page.locator(".hero-picture [data-figure]")
    knob = figure.locator(".tw-tangent-knob").first
    knob.focus()
    frames = []
    for key in ["ArrowLeft"] * 13 + ["ArrowRight"] * 13:
        for _ in range(3):
            knob.press(key)
        knob.blur()
        shot = Image.open(BytesIO(figure.screenshot(animations="disabled")))
        frames.append(shot.convert("RGB").quantize(24, dither=Image.Dither.NONE).convert("RGB"))
    README_PICTURE.parent.mkdir(parents=True, exist_ok=True)
    first, *others = frames
    moving: dict[str, Any] = {"save_all": True, "append_images": others, "loop": 0}
    first.save(README_PICTURE, duration=150, lossless=True, method=6, **moving)


def main() -> None:
    """Draw all pictures."""
    with chromium() as browser:
        draw_card(browser)
        with serve(ROOT / "_site", "/") as address:
            draw_moving(browser, address)
            for page in OWN_CARDS:
                for language in LANGUAGES:
                    draw_own_card(browser, address, f"{page}{page_ending(language)}.html")


if __name__ == "__main__":
    main()

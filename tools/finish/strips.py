"""Film-strips, which replace live figures on paper and without JavaScript.

They are drawn from the same traces by the same code as the figures, in Node, all pages at once.
"""

import base64
import json
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tapewalk.language import language_in, page_ending
from tools.finish.markup import Page
from tools.finish.site import FinishError, link
from tools.finish.words import WORDS
from tools.node import NodeError, ask
from tools.preview.cache import Cache, digest, file_digest
from tools.stamp import ROOT

PROGRAM = ROOT / "lib" / "diagrams" / "dist" / "film-strip.mjs"

Strips = Mapping[str, str]
"""The HTML of strips, by id of the slot in which the live figure will be."""

# Pages without JavaScript show them; all others only on paper, and where the figures' code can't be
# loaded. The script is not a module: browsers don't load modules from plain files.
_SHOW = """\
<noscript><style>.tw-strip{display:grid}.tw-asked,.tw-why-scripts{display:block}\
.tw-room{display:none}</style></noscript>
<script>
(function (root) {
  function stand(why) {
    root.classList.add("tw-stills");
    root.dataset.stills = why;
  }
  if (location.protocol === "file:") return stand("file");
  addEventListener("error", function (event) {
    var script = event.target;
    if (script.localName !== "script") return;
    if (!script.src || /ojs|diagrams/.test(script.src)) stand("missing");
  }, true);
  addEventListener("unhandledrejection", function (event) {
    if (/import.*module|module.*import/i.test(event.reason)) stand("missing");
  });
})(document.documentElement);
</script>"""
# How many pages one Node draws, two at a time.
_SHARE = 30
_HOW_TO_USE = "modules/how-to-use{}.html"
_SLOT = 'id="ojs-cell-'
_SCRIPT = re.compile(r"<script type=\"([\w-]+)\"[^>]*>(.*?)</script>", re.DOTALL)


def draw_strips(pages: Mapping[str, str]) -> dict[str, Strips]:
    """Draw the strips of all figures.

    Args:
        pages: The text of pages by their addresses.

    Returns:
        The strips of the pages with figures, by address.

    Raises:
        FinishError: Node or its program is missing, or it failed; the message names the cause. Or a
            question lacks a reply or a reason; the message names the page.
    """
    asked = {address: _figures(text, address) for address, text in pages.items() if _SLOT in text}
    if not asked:
        return {}
    if not PROGRAM.is_file():
        raise FinishError(f"{PROGRAM} is missing: run `make assets`, which bundles it.")
    cache = Cache.of(ROOT)
    made_with = [file_digest(PROGRAM), file_digest(ROOT / "package-lock.json")]
    keys = {address: digest(made_with, question) for address, question in asked.items()}
    cached = {address: cache.get("strips", key) for address, key in keys.items()}
    missing = [address for address, strips in cached.items() if strips is None]
    drawn = dict(zip(missing, _draw([asked[a] for a in missing]), strict=True))
    for address, strips in drawn.items():
        cache.put("strips", keys[address], strips)
    return cached | drawn


def _draw(pages: list[dict[str, Any]]) -> list[dict[str, str]]:
    shares = [pages[i : i + _SHARE] for i in range(0, len(pages), _SHARE)]
    try:
        with ThreadPoolExecutor(2) as pool:
            drawn = pool.map(lambda share: ask(PROGRAM, {"pages": share}, "--pages"), shares)
            return [strips for share in drawn for strips in share]
    except NodeError as error:
        raise FinishError(str(error)) from None


def insert_strips(page: Page, address: str, strips: Strips) -> None:
    """Put each strip before the slot of its live figure, and a note before the first strip.

    Args:
        page: The page to change.
        address: Its address in the site.
        strips: The page's strips from `draw_strips`; without any, the page stays as it is.
    """
    head = page.find("head")
    if head is None or not strips:
        return
    page.insert(head.end, _SHOW)
    places = {slot: place for slot in strips if (place := page.find(id=slot)) is not None}
    for slot, place in places.items():
        first = place.start == min(other.start for other in places.values())
        page.insert(place.start, (_why(address) if first else "") + strips[slot])


def _why(address: str) -> str:
    language = language_in(address)
    how_to_use = link(address, _HOW_TO_USE.format(page_ending(language)))
    return "".join(
        f'<p class="tw-why tw-why-{reason}">{said.format(how_to_use)}</p>'
        for reason, said in WORDS[language].still.items()
    )


def _figures(text: str, address: str) -> dict[str, Any]:
    """Return the cells of a page as the program takes them, from either renderer."""
    figures: dict[str, Any] = {"lang": language_in(address), "address": address, "data": {}}
    for kind, content in _SCRIPT.findall(text):
        if kind == "ojs-define":
            entries = json.loads(content)["contents"]
            figures["data"] |= {entry["name"]: entry["value"] for entry in entries}
        elif kind == "ojs-module-contents":  # Quarto's.
            figures["sources"] = json.loads(base64.b64decode(content))["contents"]
        elif kind == "module" and "\nstart([" in content:  # The preview's.
            figures["module"] = content
    return figures if "sources" in figures or "module" in figures else figures | {"sources": []}

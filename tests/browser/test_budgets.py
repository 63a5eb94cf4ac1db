"""What a lesson costs: bytes over the network."""

from __future__ import annotations

import gzip

from playwright.sync_api import Response

from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

KILOBYTE = 1000
SCRIPTS, EVERYTHING = 130 * KILOBYTE, 250 * KILOBYTE
ON_TOP_OF_QUARTO = 100 * KILOBYTE


def _zipped(responses: list[Response]) -> dict[str, int]:
    """Return the size of each response as a host would send it, the largest first."""
    sizes = {response.url: len(gzip.compress(response.body(), 9)) for response in responses}
    return dict(sorted(sizes.items(), key=lambda entry: -entry[1]))


def _is_script(response: Response) -> bool:
    return "javascript" in response.headers.get("content-type", "")


def _is_style(response: Response) -> bool:
    return "css" in response.headers.get("content-type", "")


def test_a_lesson_stays_light(site: Site, heavier: BuiltPage, open_page: OpenPage) -> None:
    responses = open_page(heavier).responses
    if site.is_quarto:
        # Its own runtime and styles are what they are; these are the course's. Fonts are files of
        # the reader's cache and not counted here: they are the same on every page.
        ours = [each for each in responses if "/lib/" in each.url]
        added = _zipped([each for each in ours if _is_script(each) or _is_style(each)])
        assert sum(added.values()) <= ON_TOP_OF_QUARTO, added
        return
    scripts = _zipped([each for each in responses if _is_script(each)])
    assert sum(scripts.values()) <= SCRIPTS, scripts
    everything = _zipped(responses)
    assert sum(everything.values()) <= EVERYTHING, everything

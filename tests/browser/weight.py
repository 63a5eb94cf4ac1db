"""What a page costs: bytes over the network."""

from __future__ import annotations

import gzip

from playwright.sync_api import Response

KILOBYTE = 1000
SCRIPTS, EVERYTHING = 120 * KILOBYTE, 220 * KILOBYTE
# Two hold each step of runs that trained, hundreds of networks, and one has most of the views.
HEAVIER = dict.fromkeys(("network", "neuron", "pytorch"), 242 * KILOBYTE)
# What figures of numbers get once the page can be read, the same files for the whole site. A
# script that only one page has counts there.
LATER, ENGINE = "/lib/live/", 300 * KILOBYTE
OF_ONE_PAGE = tuple(f"/lib/live/dist/{name}.js" for name in ("lab", "derive"))

# Most of what a page asks for, others ask for as well.
_known: dict[str, int] = {}


def too_heavy(responses: list[Response], name: str) -> dict[str, int]:
    """Return the sizes of what a page asked for if it is more than a page may cost, largest first.

    Args:
        responses: What came back.
        name: The page's, without its language.
    """
    engine = _zipped([each for each in responses if _is_later(each)])
    if sum(engine.values()) > ENGINE:
        return engine
    responses = [each for each in responses if not _is_later(each)]
    scripts = _zipped([each for each in responses if _is(each, "javascript")])
    if sum(scripts.values()) > SCRIPTS:
        return scripts
    everything = _zipped(responses)
    return everything if sum(everything.values()) > HEAVIER.get(name, EVERYTHING) else {}


def _is_later(response: Response) -> bool:
    return LATER in response.url and not response.url.endswith(OF_ONE_PAGE)


def _zipped(responses: list[Response]) -> dict[str, int]:
    """Return the size of each response as a host would send it, the largest first."""
    for response in responses:
        if response.url not in _known:
            _known[response.url] = len(gzip.compress(response.body(), 9))
    sizes = {response.url: _known[response.url] for response in responses}
    return dict(sorted(sizes.items(), key=lambda entry: -entry[1]))


def _is(response: Response, kind: str) -> bool:
    return kind in response.headers.get("content-type", "")

"""What a page costs: bytes over the network."""

from __future__ import annotations

import gzip

from playwright.sync_api import Response

KILOBYTE = 1000
SCRIPTS, EVERYTHING = 120 * KILOBYTE, 220 * KILOBYTE
# Two hold each step of runs that trained, hundreds of networks, and one stills of thousand nodes.
HEAVIER = dict.fromkeys(("network", "neuron", "tensors"), 242 * KILOBYTE)
# Each is about one thing, which computes as soon as it is seen: the engine is part of the page.
WITH_ENGINE = ("lab", "derive", "exact")
ENGINE, ENGINE_SCRIPTS = 240 * KILOBYTE, 54 * KILOBYTE

# Most of what a page asks for, others ask for as well.
_known: dict[str, int] = {}


def too_heavy(responses: list[Response], name: str) -> dict[str, int]:
    """Return the sizes of all that loaded without an action, largest first, if it is too much.

    Args:
        responses: What came back.
        name: The page's, without its language.
    """
    has_engine = name in WITH_ENGINE
    scripts = _zipped([each for each in responses if _is(each, "javascript")])
    if sum(scripts.values()) > SCRIPTS + has_engine * ENGINE_SCRIPTS:
        return scripts
    everything = _zipped(responses)
    most = HEAVIER.get(name, EVERYTHING) + has_engine * ENGINE
    return everything if sum(everything.values()) > most else {}


def _zipped(responses: list[Response]) -> dict[str, int]:
    """Return the size of each response as a host would send it, the largest first."""
    for response in responses:
        if response.url not in _known:
            _known[response.url] = len(gzip.compress(response.body(), 9))
    sizes = {response.url: _known[response.url] for response in responses}
    return dict(sorted(sizes.items(), key=lambda entry: -entry[1]))


def _is(response: Response, kind: str) -> bool:
    return kind in response.headers.get("content-type", "")

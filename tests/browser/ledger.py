"""A ledger on a page: its bytes, and those of a trace."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from tests.browser.oracle import Trace


def kept(trace: Trace) -> list[int]:
    """Return the bytes that a trace keeps: added by its operations, and by reference to leaves."""
    return [
        sum(s["bytes"] for s in trace["storages"] if (s["of"] is not None) == is_leaf)
        for is_leaf in (False, True)
    ]


def exact_bytes(cell: Locator) -> int:
    """Return the bytes of a cell: the exact number, where the other one is rounded."""
    texts = [text.strip() for text in cell.locator("span").all_text_contents()]
    exact = next(text for text in reversed(texts) if text.endswith(" B"))
    return int(re.sub(r"[,\s]", "", exact.removesuffix(" B")))

"""Blocks of code and output, which may be wider than a phone and then scroll sideways."""

import html
import re

from tapewalk.language import language_in
from tools.finish.markup import Page
from tools.finish.words import WORDS

_TAG = re.compile(r"<[^>]+>")
_GAP = re.compile(r"\S(?: \| | {2,})\S")
# A longer line is a message, in which spaces mean nothing.
_WIDEST_TABLE = 100


def name_blocks(page: Page, address: str) -> None:
    """Give every block of code or output an accessible name, as it may scroll; mark printed tables.

    Whether it scrolls depends on the window, so shell.js decides which ones the Tab key reaches.

    Args:
        page: The page to change; existing names stay.
        address: Its address in the site.
    """
    main = page.find("main")
    if main is None:
        return
    words = WORDS[language_in(address)]
    for block in filter(main.holds, page.find_all("pre")):
        if "aria-label" not in block.attributes:
            name = words.code if "sourceCode" in block.classes else words.output
            values = {"role": "group", "aria-label": name}
            if name == words.output and _has_columns(page.content(block)):
                values["class"] = " ".join([*block.classes, "columns"])
            page.set_attributes(block, values)


def _has_columns(markup: str) -> bool:
    lines = html.unescape(_TAG.sub("", markup)).splitlines()
    return any(map(_GAP.search, lines)) and max(map(len, lines)) <= _WIDEST_TABLE

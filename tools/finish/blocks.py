"""Blocks of code and output, which may be wider than a phone and then scroll sideways."""

from tapewalk.language import language_in
from tools.finish.markup import Page
from tools.finish.words import WORDS


def name_blocks(page: Page, address: str) -> None:
    """Give every block of code or output an accessible name, as it may scroll.

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
            page.set_attributes(block, {"role": "group", "aria-label": name})

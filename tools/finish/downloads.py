"""Links to the whole course as zip files, on the page about ways to use it."""

import html

from tapewalk.language import language_in
from tools.finish.markup import Page
from tools.finish.repository import Repository
from tools.finish.words import WORDS

# The text for a copy without a repository; site.css hides it below the links.
_PLACE = "local-copy"


def finish_downloads(page: Page, address: str, repository: Repository | None) -> None:
    """Add the links where the page has a place for them.

    Args:
        page: The page to change.
        address: Its address in the site.
        repository: Where releases are; without it the page keeps its text about copies.
    """
    place = page.find("div", css_class=_PLACE)
    if place is None or repository is None:
        return
    items = "".join(
        f'<li><a class="button" href="{html.escape(repository.released(name))}">{said}</a></li>'
        for name, said in WORDS[language_in(address)].downloads.items()
    )
    page.insert(place.start, f'<ul class="downloads">{items}</ul>')

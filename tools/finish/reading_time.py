"""The minutes under a title: `[minutes]{.fact .minutes}` becomes "25 minutes".

With `of="modules/02-tape-walk/index.qmd"` they are those of another page, or of all in its folder;
with `path="pictures"` or `path="code"` too, those of a way through the sections that `of` names.
"""

from pathlib import Path

from tools.finish.markup import Page
from tools.minutes import minutes, minutes_of_path


def state_minutes(page: Page, address: str, sources: Path) -> None:
    """Writes how long a page takes before the word that stands for it.

    Args:
        page: The page to change.
        address: Its address in the site.
        sources: The folder of the .qmd files; without the page's own nothing is written.
    """
    own = address.removesuffix(".html") + ".qmd"
    for place in page.find_all("span", css_class="minutes"):
        of = place.attributes.get("data-of", own)
        way = place.attributes.get("data-path")
        if way:
            count = minutes_of_path(of.split(), sources, with_code=way == "code")
            page.insert(place.inner, f"{count} ")
        elif (source := sources / of).is_file():
            page.insert(place.inner, f"{minutes(source)} ")

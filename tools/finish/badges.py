"""The line under the title of lessons and exercises: links to run it and to its source."""

import html
from pathlib import Path

from tapewalk.language import language_in
from tools.finish.markup import Page
from tools.finish.repository import Repository
from tools.finish.site import Site
from tools.finish.words import WORDS

_WITH_BADGES = ("modules/", "exercises/")
_HOW_TO_USE = "modules/how-to-use."


def finish_badges(
    page: Page, address: str, site: Site, repository: Repository | None, sources: Path
) -> None:
    """Add the links to a page's notebook and source under its title.

    Args:
        page: The page to change.
        address: Its address in the site.
        site: The site it belongs to; the notebook's links need a notebook beside the page.
        repository: The repository of the sources; without it, only the download is added.
        sources: The folder of the .qmd files.
    """
    title = page.find("header", id="title-block-header")
    if title is None or not address.startswith(_WITH_BADGES):
        return
    words = WORDS[language_in(address)]
    notebook = address.removesuffix(".html") + ".ipynb"
    source = address.removesuffix(".html") + ".qmd"
    links = []
    if (site.folder / notebook).is_file():
        if repository is not None:
            links.append((words.colab, repository.colab(notebook)))
            links.append((words.binder, repository.binder(notebook)))
        links.append((words.download, notebook.rpartition("/")[2]))
    if repository is not None and (sources / source).is_file():
        links.append((words.page_source, repository.view(source)))
    if repository is not None and address.startswith(_HOW_TO_USE):
        links.append((words.releases, repository.releases))
    if links:
        items = "".join(f'<li><a href="{html.escape(url)}">{text}</a></li>' for text, url in links)
        # One line with the minutes and what a lesson asks for, if it says so.
        place = page.find("div", css_class="lesson-facts") or title
        page.insert(place.end, f'<ul class="badges" aria-label="{words.badges}">{items}</ul>')

"""The links in the footer from a page to its source."""

import html
from pathlib import Path

from tapewalk.language import language_in
from tools.finish.markup import Page
from tools.finish.repository import Repository
from tools.finish.words import WORDS


def finish_footer(page: Page, address: str, repository: Repository | None, sources: Path) -> None:
    """Add "edit this page", "report a problem" and "source code" to the footer.

    Args:
        page: The page to change.
        address: Its address in the site.
        repository: Where the sources live; None leaves the links out.
        sources: The folder of the .qmd files; a page without one gets no edit link.
    """
    footer = page.find("footer", css_class="footer")
    if repository is None or footer is None:
        return
    words = WORDS[language_in(address)]
    links = []
    source = address.removesuffix(".html") + ".qmd"
    if (sources / source).is_file():
        links.append((words.edit, repository.edit(source)))
        links.append((words.report, repository.report(words.report_title.format(page=source))))
    else:
        links.append((words.report, repository.report("")))
    links.append((words.source, repository.url))
    items = "".join(f'<li><a href="{html.escape(url)}">{text}</a></li>' for text, url in links)
    page.insert(footer.end, f'<ul class="source-links">{items}</ul>')

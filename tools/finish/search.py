"""Search: an index for each language, and the dialog that asks it."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tapewalk.language import language_in
from tools.finish.markup import Element, Page
from tools.finish.site import Site
from tools.finish.words import WORDS
from tools.preview.cache import Cache, digest, tree_digest
from tools.stamp import ROOT

INDEX = "pagefind"
# The source of a drawing says nothing to somebody who looks for a word.
_IGNORED = (".cell-code.js", ".sourceCode.js", "[id^='ojs-cell-']", ".quarto-alternate-formats")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class SearchError(Exception):
    """The search index could not be written."""


def finish_search(page: Page, address: str) -> None:
    """Adds the dialog, empty until it is opened.

    Args:
        page: The page to change.
        address: Its address in the site.
    """
    body = page.find("body")
    if body is None:
        return
    words = WORDS[language_in(address)]
    page.insert(
        body.end,
        f'<dialog id="search-dialog" class="search-dialog" aria-label="{words.search}" '
        f'data-wait="{words.search_wait}" data-failed="{words.search_failed}">'
        f'<button type="button" class="search-close" aria-label="{words.close}">×</button>'
        '<div class="search-body"></div></dialog>',
    )


def write_index(site: Site) -> None:
    """Writes the index of all pages; Pagefind keeps the languages apart by itself.

    Args:
        site: The finished site. The error page is not to be found.

    Raises:
        SearchError: Pagefind failed; the message holds what it said.
    """
    index = site.folder / INDEX
    # Its files are named after their content, so those of an earlier run would stay for ever.
    shutil.rmtree(index, ignore_errors=True)
    cache = Cache.of(ROOT)
    program = tree_digest(ROOT, Path(__file__).parent.glob("*.py"))
    with tempfile.TemporaryDirectory() as copy:
        for address in site.addresses:
            if not address.startswith("404."):
                path = Path(copy) / address
                path.parent.mkdir(parents=True, exist_ok=True)
                text = (site.folder / address).read_text(encoding="utf-8")
                path.write_text(_kept(cache, program, text), encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-m", "pagefind", "--site", copy, "--output-path", str(index)]
            + ["--exclude-selectors", ", ".join(_IGNORED), "--include-characters", "_∂"],
            capture_output=True,
            text=True,
            check=False,
        )
    if run.returncode != 0:
        raise SearchError(f"Pagefind could not index the pages:\n{run.stdout}{run.stderr}".strip())


def _kept(cache: Cache, program: str, text: str) -> str:
    key = digest(program, text)
    written: str | None = cache.get("searchable", key)
    if written is None:
        written = searchable(text)
        cache.put("searchable", key, written)
    return written


def searchable(text: str) -> str:
    """Writes a page the way Pagefind wants to read it.

    Pagefind finds sections by their headings' ids, but Pandoc gives the id to the section around
    the heading.

    Args:
        text: A finished page.

    Returns:
        The page with its main part marked, and each section's id on its heading.
    """
    page = Page(text)
    main = page.find("main")
    if main is None:
        return text
    page.set_attributes(main, {"data-pagefind-body": ""})
    for section in filter(main.holds, page.find_all("section")):
        heading = _heading(page, section)
        name = section.attributes.get("id", "")
        if name and heading is not None and "id" not in heading.attributes:
            page.set_attributes(section, {"id": ""})
            page.set_attributes(heading, {"id": name})
    return page.edited()


def _heading(page: Page, section: Element) -> Element | None:
    inside = (element for element in page.elements if section.holds(element))
    first = next(inside, None)
    return first if first is not None and first.tag in _HEADINGS else None

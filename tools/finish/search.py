"""Search: an index for each language, and the dialog that asks it."""

import asyncio
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pagefind.index import IndexConfig, PagefindIndex

from tapewalk.language import language_in
from tools.finish.markup import Element, Page
from tools.finish.site import Site
from tools.finish.words import WORDS
from tools.preview.cache import Cache, digest, tree_digest
from tools.stamp import ROOT

INDEX = "pagefind"
# The source of a drawing says nothing to somebody who looks for a word.
_IGNORED = (".cell-code.js", ".sourceCode.js", "[id^='ojs-cell-']", ".quarto-alternate-formats")
# What a formula was written as; its letters stand in the formula already.
_FORMULA_SOURCE = re.compile(r"<annotation\b.*?</annotation>", re.DOTALL)
# A learner's word stands in code too; what explains it comes first.
_CODE_WEIGHT = {"data-pagefind-weight": "0.1"}
_REFERENCE_WEIGHT = {"data-pagefind-weight": "0.3"}
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
    records: list[list[str]] = []
    for address in sorted(site.addresses):
        if not address.startswith("404."):
            text = (site.folder / address).read_text(encoding="utf-8")
            records += _kept(cache, program, address, text)
    try:
        # A thread of its own, since the caller's may run a loop already, where no other can start.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(_write(records, index))).result()
    except (OSError, RuntimeError) as error:
        raise SearchError(f"Pagefind could not index the pages:\n{error}") from error


async def _write(records: list[list[str]], index: Path) -> None:
    config = IndexConfig(
        output_path=str(index), exclude_selectors=list(_IGNORED), include_characters="_∂"
    )
    async with PagefindIndex(config=config) as pagefind:
        for url, content in records:
            await pagefind.add_html_file(content=content, url=url)


def _kept(cache: Cache, program: str, address: str, text: str) -> list[list[str]]:
    key = digest(program, address, text)
    written: list[list[str]] | None = cache.get("searchable", key)
    if written is None:
        written = [[f"/{address}", searchable(text)], *terms(text, address)]
        if len(written) > 1:
            del written[0]  # a glossary is found term by term
        cache.put("searchable", key, written)
    return written


def terms(text: str, address: str) -> list[list[str]]:
    """Writes each term of a glossary as a page of its own, so that it is found as one.

    Args:
        text: A finished page.
        address: Its address in the site.

    Returns:
        Addresses and pages, none if the page is no glossary.
    """
    page = Page(text)
    entries = []
    for section in page.find_all("section"):
        name = section.attributes.get("id", "")
        if name.startswith("term-"):
            inside = _FORMULA_SOURCE.sub("", page.content(section))
            inside = re.sub(r"<(/?)h3\b[^>]*>", r"<\1h1>", inside)
            lang = language_in(address)
            body = f'<main data-pagefind-body data-pagefind-weight="3">{inside}</main>'
            written = f'<html lang="{lang}"><body>{body}</body></html>'
            entries.append([f"/{address}#{name}", written])
    return entries


def searchable(text: str) -> str:
    """Writes a page the way Pagefind wants to read it.

    Pagefind finds sections by their headings' ids, but Pandoc gives the id to the section around
    the heading.

    Args:
        text: A finished page.

    Returns:
        The page with its main part marked, formulas without their source, code of little weight,
        and each section's id on its heading.
    """
    page = Page(_FORMULA_SOURCE.sub("", text))
    main = page.find("main")
    if main is None:
        return text
    is_reference = any(page.find_all(css_class="ref-index"))
    page.set_attributes(
        main, {"data-pagefind-body": "", **(_REFERENCE_WEIGHT if is_reference else {})}
    )
    for code in filter(main.holds, page.find_all("pre")):
        page.set_attributes(code, _CODE_WEIGHT)
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

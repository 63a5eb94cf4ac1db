"""Search: an index for each language, and the search dialog."""

import html
import json
import os
import re
import shutil
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from threading import Thread
from typing import IO, Any

from pagefind.service import get_executable

from tapewalk.language import language_in
from tools.finish.markup import Element, Page
from tools.finish.site import FinishError, Site
from tools.finish.words import WORDS
from tools.preview.cache import Cache, digest, tree_digest
from tools.stamp import ROOT

INDEX = "pagefind"
# The source of a drawing is useless in search results.
_IGNORED = (".cell-code.js", ".sourceCode.js", "[id^='ojs-cell-']", ".quarto-alternate-formats")
# The source of a formula; its letters are in the formula already.
_FORMULA_SOURCE = re.compile(r"<annotation\b.*?</annotation>", re.DOTALL)
# A search term may occur in code and in lists, too; explanations rank first.
_CODE_WEIGHT = {"data-pagefind-weight": "0.1"}
_OTHER_WEIGHT = {"data-pagefind-weight": "0.3"}
_LITTLE = 'data-pagefind-weight="0.1"'
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def finish_search(page: Page, address: str) -> None:
    """Add the dialog, empty until it is opened."""
    body = page.find("body")
    if body is None:
        return
    words = WORDS[language_in(address)]
    page.insert(
        body.end,
        f'<dialog id="search-dialog" class="search-dialog" aria-label="{words.search}" '
        f'data-wait="{words.search_wait}" data-failed="{words.search_failed}" '
        f'data-fillers="{words.search_fillers}">'
        f'<button type="button" class="search-close" aria-label="{words.close}">×</button>'
        '<div class="search-body"></div></dialog>',
    )


def write_index(site: Site) -> None:
    """Write the index of all pages; Pagefind separates the languages by itself.

    Args:
        site: The finished site. The error page is left out.

    Raises:
        FinishError: Pagefind is missing or failed.
    """
    index = site.folder / INDEX
    # Its files are named after their content, so those of earlier runs would accumulate.
    shutil.rmtree(index, ignore_errors=True)
    cache = Cache.of(ROOT)
    program = tree_digest(ROOT, Path(__file__).parent.glob("*.py"))
    records: list[list[str]] = []
    for address in sorted(site.addresses):
        if not address.startswith("404."):
            text = (site.folder / address).read_text(encoding="utf-8")
            records += _kept(cache, program, address, text)
    _write(records, index)


def _write(records: list[list[str]], index: Path) -> None:
    """Send the records to Pagefind's service, and write its index.

    Its Python client waits a tenth of a second for each answer. The service reads and writes JSON
    in base64, ended by commas, and stops when its input ends, whether it has answered or not.
    """
    program = get_executable()
    if program is None:
        raise FinishError("Pagefind is missing: run `make setup`.")
    options = {"exclude_selectors": _IGNORED, "include_characters": "_∂"}
    requests: list[dict[str, Any]] = [
        {"type": "NewIndex", "config": options},
        *({"type": "AddFile", "url": url, "file_contents": text} for url, text in records),
        # Files that the service writes may be incomplete when it answers.
        {"type": "GetFiles"},
    ]
    asked = (
        json.dumps({"message_id": number, "payload": {"index_id": 0, **request}})
        for number, request in enumerate(requests, 1)
    )
    sent = b"".join(b64encode(text.encode()) + b"," for text in asked)
    with subprocess.Popen(
        [program, "--service"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as service:
        assert service.stdin is not None and service.stdout is not None
        # It stops reading while its answers are not read.
        Thread(target=_send, args=(service.stdin, sent)).start()
        said, piece = b"", b"more"
        while piece and said.count(b",") < len(requests):
            piece = os.read(service.stdout.fileno(), 65536)
            said += piece
    answers = [json.loads(b64decode(part))["payload"] for part in said.split(b",")[:-1]]
    wrong = [answer["message"] for answer in answers if answer["type"] == "Error"]
    if wrong or len(answers) < len(requests):
        raise FinishError(f"Pagefind could not index the pages: {(wrong or [said])[0]!r}")
    for file in answers[-1]["files"]:
        path = index / file["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b64decode(file["content"]))


def _send(pipe: IO[bytes], content: bytes) -> None:
    pipe.write(content)
    pipe.flush()


def _kept(cache: Cache, program: str, address: str, text: str) -> list[list[str]]:
    key = digest(program, address, text)
    written: list[list[str]] | None = cache.get("searchable", key)
    if written is None:
        # A glossary is indexed term by term.
        written = terms(text, address) or [[f"/{address}", searchable(text)]]
        written += summary(text, address)
        cache.put("searchable", key, written)
    return written


def terms(text: str, address: str) -> list[list[str]]:
    """Return each term of a glossary as a page of its own, so that search finds terms.

    Returns:
        Addresses and pages; none if the page is not a glossary.
    """
    if 'id="term-' not in text:
        return []
    page = Page(text)
    entries = []
    for section in page.find_all("section"):
        name = section.attributes.get("id", "")
        if name.startswith("term-"):
            inside = _FORMULA_SOURCE.sub("", page.content(section))
            inside = re.sub(r"<(/?)h3\b[^>]*>", r"<\1h1>", inside)
            entries.append(_record(address, name, inside, ' data-pagefind-weight="3"'))
    return entries


def summary(text: str, address: str) -> list[list[str]]:
    """Return a page's description and keywords as a short page of their own.

    Learners search for words that a lesson may not use, and its length would count against it.

    Returns:
        Its address, with the place of its title, and the short page; none without keywords.
    """
    # Most pages have none, and reading a page takes a while.
    if 'name="keywords"' not in text:
        return []
    page = Page(text)
    keywords, title = page.meta("name", "keywords"), page.find(css_class="title")
    if not keywords or title is None:
        return []
    described = html.escape(page.meta("name", "description"))
    # The whole page counts its title and its description already.
    body = f"<h1 {_LITTLE}>{page.content(title)}</h1><p {_LITTLE}>{described}</p>"
    body += f'<p data-pagefind-weight="10">{html.escape(keywords)}</p>'
    return [_record(address, "title-block-header", body)]


def _record(address: str, place: str, inside: str, weight: str = "") -> list[str]:
    """Return a part of a page as a page of its own: its address and its text."""
    main = f"<main data-pagefind-body{weight}>{inside}</main>"
    written = f'<html lang="{language_in(address)}"><body>{main}</body></html>'
    return [f"/{address}#{place}", written]


def searchable(text: str) -> str:
    """Return a page in the form that Pagefind expects.

    Pagefind finds sections by their headings' ids, but Pandoc gives the id to the section around
    the heading.

    Returns:
        The page with its main part marked, formulas without their source, code of little weight,
        and each section's id on its heading.
    """
    page = Page(_FORMULA_SOURCE.sub("", text))
    main = page.find("main")
    if main is None:
        return text
    # A module's index names what its lessons explain.
    others = (
        page.find(css_class="ref-index"),
        page.find(css_class="hero"),
        page.find(id="sec-map"),
    )
    page.set_attributes(main, {"data-pagefind-body": "", **(_OTHER_WEIGHT if any(others) else {})})
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

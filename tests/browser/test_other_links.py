"""Links outside the pages of a rendered folder: in styles, the search index, the notebooks."""

from __future__ import annotations

import gzip
import json
import posixpath
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest

from tests.browser.markup import remote_addresses
from tests.browser.site import Site
from tests.pages.sources import ROOT
from tools.finish.repository import find_home
from tools.finish.search import INDEX
from tools.notebooks import lessons
from tools.notebooks.prose import link_target
from tools.preview import config
from tools.wheel import ADDRESS

_MAGIC = b"pagefind_dcd"
_LINK = re.compile(r"\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)")
_ATTRIBUTE = re.compile(r"""\b(?:href|src)=["']([^"']+)""")
_TO_A_PAGE = re.compile(r"\]\(([^()\s:]+\.(?:es\.)?qmd(?:#[^()\s]*)?)\)")
# No request goes there: what matters is the path below it.
_SOMEWHERE = "https://course.example/path/"


def test_every_source_has_its_page(site: Site) -> None:
    assert site.missing == []


def test_no_stylesheet_names_another_host(site: Site) -> None:
    remote = [
        f"{path.relative_to(site.folder)}: {address}"
        for path in site.folder.rglob("*.css")
        for address in remote_addresses(path.read_text(encoding="utf-8"))
    ]
    assert remote == []


@pytest.fixture(scope="module")
def notebooks(site: Site) -> list[Path]:
    found = sorted(site.folder.rglob("*.ipynb"))
    assert found
    return found


def _trouble(site: Site, address: str) -> str | None:
    """Say what is wrong with an address of the site, a fragment included."""
    path, fragment = unquote(urlsplit(address).path), unquote(urlsplit(address).fragment)
    path = path if posixpath.splitext(path)[1] else posixpath.join(path, "index.html")
    if not (site.folder / path).is_file():
        return f"{address}: no such file"
    if fragment and fragment not in site.ids(path):
        return f"{address}: nothing has that id"
    return None


def test_search_index_has_every_page_and_section(site: Site) -> None:
    found, troubles = set(), []
    for path in (site.folder / INDEX / "fragment").iterdir():
        entry = json.loads(gzip.decompress(path.read_bytes()).removeprefix(_MAGIC))
        address = entry["url"].removeprefix("/")
        address += "index.html" if address.endswith("/") or not address else ""
        page, _, term = address.partition("#")
        found.add(page)
        # A glossary is found term by term, and a page with keywords by these, too.
        assert bool(term) == ("glossary" in page) or term == "title-block-header"
        ids = [anchor["id"] for anchor in entry["anchors"]]
        links = [address, *(f"{page}#{anchor}" for anchor in ids)]
        troubles += [trouble for link in links if (trouble := _trouble(site, link))]
    assert troubles == []
    assert found == {page.address for page in site.pages if not page.is_error_page}


def test_notebook_links_lead_to_existing_pages(site: Site, notebooks: list[Path]) -> None:
    home, troubles = find_home(ROOT).site, []
    for path in notebooks:
        for cell in nbformat.read(path, as_version=nbformat.NO_CONVERT).cells:
            if cell.cell_type == "markdown":
                links = _LINK.findall(cell.source) + _ATTRIBUTE.findall(cell.source)
                troubles += [f"{path.name}: {told}" for told in _in_notebook(site, home, links)]
    assert troubles == []


def _in_notebook(site: Site, home: str, links: list[str]) -> list[str]:
    """Say what is wrong with links of a notebook, which may lie anywhere."""
    told = []
    for link in links:
        if home and link.startswith(home):
            told.append(_trouble(site, link.removeprefix(home)))
        elif not re.match(r"(?:https?|mailto|data):", link):
            told.append(f"{link}: leads nowhere from a copy of the notebook")
    return [trouble for trouble in told if trouble]


def test_notebook_links_match_lesson_links(site: Site) -> None:
    """Without an address of the site the notebooks of a build have no links to it to look at."""
    project, count, troubles = config.load(ROOT), 0, []
    for path in project.pages:
        page = lessons.lesson(path, project)
        if page is None:
            continue
        for target in _TO_A_PAGE.findall(path.read_text("utf-8")):
            there = link_target(target, page, _SOMEWHERE)
            assert there is not None
            assert there.startswith(_SOMEWHERE)
            trouble = _checked(site, there.removeprefix(_SOMEWHERE))
            troubles += [f"{page.name}: {trouble}"] if trouble else []
            count += 1
    assert troubles == []
    assert count > 100


@cache
def _checked(site: Site, address: str) -> str | None:
    return _trouble(site, address)


def test_notebooks_find_the_library(site: Site, notebooks: list[Path]) -> None:
    for path in notebooks:
        setup = next(
            cell
            for cell in nbformat.read(path, as_version=nbformat.NO_CONVERT).cells
            if cell.id == "setup"
        )
        wheel = re.search(r'^wheel = "(.+)"$', setup.source, re.MULTILINE)
        assert wheel is not None, path
        assert (path.parent / wheel[1]).resolve() == (site.folder / ADDRESS).resolve()

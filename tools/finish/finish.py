"""Runs the finishing step over a folder, and over no page that is finished already."""

import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType

from tools.finish.badges import finish_badges
from tools.finish.blocks import name_blocks
from tools.finish.cells import compile_cells, place_client
from tools.finish.centrepiece import announce_centrepiece
from tools.finish.downloads import finish_downloads
from tools.finish.drawings import show_drawings
from tools.finish.embed import write_embed
from tools.finish.footer import finish_footer
from tools.finish.formulas import join_decimals
from tools.finish.head import CARD, FONTS, MARK, THEME, finish_head
from tools.finish.markup import Page, without_additions
from tools.finish.minify import minify
from tools.finish.moved import write_moved
from tools.finish.navbar import finish_navbar
from tools.finish.notfound import make_absolute
from tools.finish.offline import write_worker
from tools.finish.reading_time import state_minutes
from tools.finish.repository import Home
from tools.finish.search import INDEX, finish_search, write_index
from tools.finish.shell import ASSETS as SHELL_ASSETS
from tools.finish.shell import dress, is_quartos, remove_unused
from tools.finish.site import Site
from tools.finish.solutions import ASSETS as SOLUTION_ASSETS
from tools.finish.solutions import fold_solutions
from tools.finish.strips import PROGRAM, Strips, draw_strips, insert_strips
from tools.stamp import ROOT, digest

_ASSETS = (
    *(f"{THEME}/{name}.js" for name in ("site", "places", "keep-visited", "saving", "picture")),
    *(f"{THEME}/site.css", MARK, CARD, *SOLUTION_ASSETS),
    *(
        f"lib/live/dist/{name}"
        for name in (
            "page.js",
            "cells.js",
            "editor.js",
            "lab.js",
            "embed.js",
            "worker.js",
            "checks.json",
            "micropython.wasm",
        )
    ),
)
_ERROR_PAGE = "404.html"


def finish(folder: Path, home: Home, sources: Path = ROOT) -> int:
    """Finishes every page of a rendered folder and writes its search index.

    Args:
        folder: What the preview or Quarto has rendered; changed in place.
        home: Where the site will be seen and edited.
        sources: The folder of the .qmd files.

    Returns:
        The number of pages that were written; 0 when all were finished already.

    Raises:
        FileNotFoundError: The folder holds no page.
        SearchError: The index could not be written.
        CellError: A cell of Quarto's pages does not compile.
        MinifyError: A script or a style sheet has a mistake.
        StripError: The film-strips could not be drawn, or a question lacks something.
    """
    site = Site.read(folder)
    write_moved(folder)
    write_embed(folder, sources)
    _copy(_ASSETS, folder, sources)
    # Beside the index: it goes when the folder is rendered anew, and finds the folder moved.
    memory = folder / INDEX / "finished.json"
    key = _key(site, home)
    known = _recall(memory, key)
    contents = {address: (folder / address).read_bytes() for address in sorted(site.addresses)}
    fresh = {
        address: content.decode()
        for address, content in contents.items()
        if known.get(address) != _sum(content)
    }
    if any(is_quartos(text) for text in fresh.values()):
        _copy(SHELL_ASSETS, folder, sources)
        remove_unused(folder)
    fresh = compile_cells(fresh, sources)
    strips = draw_strips(fresh)
    for address, text in fresh.items():
        finished = finish_page(text, address, site, home, sources, strips.get(address, {}))
        contents[address] = finished.encode()
        (folder / address).write_bytes(contents[address])
    place_client(folder)
    minify(folder)
    write_worker(folder, sources, contents)
    if fresh or not memory.is_file():
        write_index(site)
        done = {address: _sum(content) for address, content in contents.items()}
        memory.write_text(json.dumps({"key": key, "pages": done}), encoding="utf-8")
    return len(fresh)


def finish_page(
    text: str,
    address: str,
    site: Site,
    home: Home,
    sources: Path,
    strips: Strips = MappingProxyType({}),
) -> str:
    """Finishes one page; doing it again changes nothing.

    Args:
        text: The page as rendered, or as an earlier run left it.
        address: Its address in the site.
        site: The site it belongs to.
        home: Where the site will be seen and edited.
        sources: The folder of the .qmd files.
        strips: The film-strips of its figures.

    Returns:
        The finished page.
    """
    page = Page(join_decimals(dress(without_additions(text), address)))
    finish_head(page, address, site, home)
    finish_navbar(page, address, site)
    finish_badges(page, address, site, home.repository, sources)
    finish_downloads(page, address, home.repository)
    announce_centrepiece(page)
    name_blocks(page, address)
    state_minutes(page, address, sources)
    insert_strips(page, address, strips)
    show_drawings(page, address, site)
    fold_solutions(page, address)
    finish_footer(page, address, home.repository, sources)
    finish_search(page, address)
    finished = page.edited()
    return make_absolute(finished, home.base) if address == _ERROR_PAGE else finished


def _copy(names: Iterable[str], folder: Path, sources: Path) -> None:
    for name in names:
        if (sources / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(sources / name, folder / name)


def _key(site: Site, home: Home) -> str:
    own = [*Path(__file__).parent.glob("*.py"), *Path(__file__).parent.glob("*.mjs")]
    own += filter(Path.is_file, [PROGRAM])
    present = [name for name in (*_ASSETS, *FONTS) if (site.folder / name).is_file()]
    return digest(own, repr(home), repr(sorted(site.addresses)), repr(present))


def _recall(memory: Path, key: str) -> dict[str, str]:
    if not memory.is_file():
        return {}
    try:
        noted = json.loads(memory.read_text(encoding="utf-8"))
    except json.JSONDecodeError:  # A run was stopped while it wrote.
        return {}
    pages: dict[str, str] = noted["pages"]
    return pages if noted["key"] == key else {}


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

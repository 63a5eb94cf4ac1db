"""The finishing step over a folder; finished pages are skipped."""

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from tools.finish.badges import finish_badges
from tools.finish.blocks import name_blocks
from tools.finish.cells import compile_cells, place_client
from tools.finish.centrepiece import announce_centrepiece, open_with_picture
from tools.finish.downloads import finish_downloads
from tools.finish.drawings import drawings_of, show_drawings
from tools.finish.embed import write_embed
from tools.finish.footer import finish_footer
from tools.finish.formulas import join_decimals, join_punctuation
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
from tools.finish.thumbnails import show_thumbnails
from tools.preview.cache import Cache, digest, file_digest, tree_digest
from tools.stamp import ROOT

# Patterns of the files that finished pages load.
_ASSETS = (
    *(
        f"{THEME}/{name}.js"
        for name in ("site", "places", "keep-visited", "saving", "picture", "symbols")
    ),
    *(f"{THEME}/site.css", MARK, CARD, f"{THEME}/cards/*.png", *SOLUTION_ASSETS),
    "lib/live/dist/*",
)
_ERROR_PAGE = "404.html"
_HERE = Path(__file__).parent
# Other sources of the finished pages, beside the files in this folder.
_BESIDE = (
    PROGRAM,
    *(ROOT / "tools" / "preview" / "words").glob("*.py"),
    *(ROOT / "lib" / "theme" / name for name in ("first.js", "lost.js")),
    *(ROOT / name for name in ("lib/tapewalk/language.py", "package-lock.json")),
)


def finish(folder: Path, home: Home, sources: Path = ROOT) -> int:
    """Finish every page of a rendered folder and write its search index.

    Args:
        folder: A folder that the preview or Quarto has rendered; it is changed in place.
        home: Where the site will be seen and edited.
        sources: The folder of the .qmd files.

    Returns:
        The number of pages that were written; 0 when all were finished already.

    Raises:
        FileNotFoundError: The folder has no page.
        FinishError: A page, a script or a style sheet has a mistake, or a program is missing.
    """
    site = Site.read(folder)
    write_moved(folder)
    write_embed(folder, sources)
    _copy(_ASSETS, folder, sources)
    # The stamp is next to the index, so a new rendering removes it, and it moves with the folder.
    memory = folder / INDEX / "finished.json"
    key = _key(site, home, sources)
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
    finished = _finish_pages(fresh, site, home, sources, key)
    for address, text in finished.items():
        contents[address] = text.encode()
        (folder / address).write_bytes(contents[address])
    texts = {address: content.decode() for address, content in contents.items()}
    for address, text in show_thumbnails(texts):
        contents[address] = text.encode()
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
    """Finish one page; doing it again changes nothing.

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
    text = state_minutes(without_additions(text), address, sources)
    text = join_punctuation(join_decimals(dress(text, address)))
    page = Page(open_with_picture(text))
    finish_head(page, address, site, home)
    finish_navbar(page, address, site)
    finish_badges(page, address, site, home.repository, sources)
    finish_downloads(page, address, home.repository)
    announce_centrepiece(page)
    name_blocks(page, address)
    insert_strips(page, address, strips)
    show_drawings(page, address, site)
    fold_solutions(page, address)
    finish_footer(page, address, home.repository, sources)
    finish_search(page, address)
    finished = page.edited()
    return make_absolute(finished, home.base) if address == _ERROR_PAGE else finished


def _finish_pages(
    pages: Mapping[str, str], site: Site, home: Home, sources: Path, shared: str
) -> dict[str, str]:
    """Return the finished pages, unchanged ones from the cache.

    Args:
        pages: Their texts, by address.
        site: The site they belong to.
        home: Where the site will be seen and edited.
        sources: The folder of the .qmd files.
        shared: The hash of the inputs of all pages.
    """
    cache = Cache.of(ROOT)
    keys = {
        address: digest(
            shared,
            address,
            # The minutes depend on other pages too.
            state_minutes(without_additions(text), address, sources),
            (sources / address).with_suffix(".qmd").is_file(),
            (site.folder / address).with_suffix(".ipynb").is_file(),
            [file_digest(path) for path in drawings_of(text, address, site)],
        )
        for address, text in pages.items()
    }
    known: dict[str, str | None] = {
        address: cache.get("finished", key) for address, key in keys.items()
    }
    fresh = {address: text for address, text in pages.items() if known[address] is None}
    strips = draw_strips(fresh)
    for address, text in fresh.items():
        finished = finish_page(text, address, site, home, sources, strips.get(address, {}))
        cache.put("finished", keys[address], finished)
        known[address] = finished
    return {address: text for address, text in known.items() if text is not None}


def _matching(patterns: Iterable[str], folder: Path) -> list[str]:
    paths = (path for pattern in patterns for path in sorted(folder.glob(pattern)))
    return [path.relative_to(folder).as_posix() for path in paths]


def _copy(patterns: Iterable[str], folder: Path, sources: Path) -> None:
    for name in _matching(patterns, sources):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(sources / name, folder / name)


def _key(site: Site, home: Home, sources: Path) -> str:
    """Return the hash of the inputs that all finished pages share."""
    own = [path for path in _HERE.rglob("*") if path.suffix in (".py", ".mjs")]
    present = _matching((*_ASSETS, *FONTS), site.folder)
    return digest(
        tree_digest(ROOT, [*own, *_BESIDE]),
        # A page lists the modules that the figures' modules import.
        tree_digest(sources, (sources / "lib" / "diagrams" / "dist").rglob("*.js")),
        repr(home),
        sorted(site.addresses),
        present,
    )


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

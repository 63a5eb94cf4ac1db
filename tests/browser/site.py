"""A rendered folder: its pages, and the source each one was made from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from pathlib import Path
from zlib import crc32

from selectolax.lexbor import LexborHTMLParser

from tapewalk.language import LANGUAGES, language_in, page_ending
from tests.pages.sources import ROOT, Page, pages
from tests.turns import is_its_turn
from tools.finish.site import EMBED, MOVED

# Parts of Quarto's libraries, of the search index and of others' pages: no pages of the course.
_NOT_PAGES = {"site_libs", "pagefind", EMBED}
_ID = re.compile(r"""<[^<>]*\sid=["']([^"']+)""")


@dataclass(frozen=True)
class BuiltPage:
    """One page of a rendered folder."""

    file: Path
    address: str

    @property
    def folder(self) -> Path:
        """The root of its site."""
        return self.file.parents[self.address.count("/")]

    @property
    def lang(self) -> str:
        """The language that the name of the file promises."""
        return language_in(self.address)

    @property
    def language_number(self) -> int:
        """The place of its language among all, from 0."""
        return LANGUAGES.index(self.lang)

    @property
    def stem(self) -> str:
        """The address without endings, the same as its translations'."""
        return self.address.removesuffix(f"{page_ending(self.lang)}.html")

    @property
    def translation(self) -> str:
        """The address of the same page in the next language."""
        following = LANGUAGES[(self.language_number + 1) % len(LANGUAGES)]
        return f"{self.stem}{page_ending(following)}.html"

    @property
    def name(self) -> str:
        """The name of its file without endings, the same as its translations'."""
        return self.stem.rpartition("/")[2]

    @property
    def place(self) -> int:
        """A number for what is done by turns. Translations have numbers that follow each other."""
        return crc32(self.stem.encode()) + self.language_number

    @property
    def is_first(self) -> bool:
        """Whether it is the one of the translations that is looked at where one is enough."""
        return self.place % 2 == 0

    @property
    def is_opened(self) -> bool:
        """Whether a run by day opens it: a third of the lessons, and a twelfth of the reference."""
        return is_its_turn(self.place, 3) and (not self.is_generated or self.is_gone_through)

    @property
    def is_gone_through(self) -> bool:
        """Whether a run by day takes all rules to it: a fourth of the pages that it opens."""
        return is_its_turn(self.place, 3) and is_its_turn(crc32(self.stem.encode()) // 2, 4)

    @property
    def is_sample(self) -> bool:
        """Whether it is one of the lessons that represent all where the code is the same.

        Both have steppers, one of numbers and one of tensors.
        """
        return self.is_lesson and self.name in ("scalars", "network")

    @property
    def is_generated(self) -> bool:
        """Whether a program wrote all of it, and two other pages of its kind represent it.

        The program is the same for each room of the library.
        """
        rooms = self.name.startswith("reference-")
        return rooms and self.name not in ("reference-tensor", "reference-course")

    @property
    def is_error_page(self) -> bool:
        """Whether it replaces pages that do not exist, at any depth."""
        return self.address in ("404.html", "404.es.html")

    @property
    def is_lesson(self) -> bool:
        return re.match(r"modules/\d\d-", self.address) is not None

    @property
    def source(self) -> Page:
        return Page(ROOT / (self.address.removesuffix(".html") + ".qmd"))

    @cached_property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def title(self) -> str:
        """What the tab says, found without parsing: every visit asks its translation's."""
        found = re.search(r"<title>(.*?)</title>", self.text, re.DOTALL)
        return unescape(found[1]).strip() if found else ""

    @cached_property
    def html(self) -> BuiltHtml:
        return BuiltHtml(LexborHTMLParser(self.text))


@dataclass(frozen=True)
class BuiltHtml:
    """The markup of a built page as the file has it: no script has run."""

    parsed: LexborHTMLParser

    def attribute(self, selector: str, name: str) -> str | None:
        """Return an attribute of the first element that fits, None if there is none."""
        return next((element.get(name) for element in self.all(selector)), None)

    def all(self, selector: str) -> list[dict[str, str]]:
        """Return the attributes of all elements that fit."""
        return [
            {name: value or "" for name, value in element.attributes.items()}
            for element in self.parsed.css(selector)
        ]

    def texts(self, selector: str) -> list[str]:
        """Return the texts of the elements that fit."""
        return [element.text() for element in self.parsed.css(selector)]


@dataclass(frozen=True)
class Site:
    """A rendered folder."""

    folder: Path

    @cached_property
    def pages(self) -> tuple[BuiltPage, ...]:
        """Its pages in the order of their addresses."""
        found = sorted(path.relative_to(self.folder) for path in self.folder.rglob("*.html"))
        return tuple(
            BuiltPage(self.folder / path, path.as_posix())
            for path in found
            if path.parts[0] not in _NOT_PAGES and path.as_posix() not in MOVED
        )

    def page(self, address: str) -> BuiltPage:
        return next(page for page in self.pages if page.address == address)

    def ids(self, address: str) -> set[str]:
        """Return the ids of a page, found without parsing it."""
        return _ids(self.folder / address)

    @cached_property
    def base(self) -> str:
        """The path of its root on the host it was built for; the error page's links begin so."""
        return self.page("404.html").html.attribute('meta[name="quarto:offset"]', "content") or "/"

    @property
    def missing(self) -> list[str]:
        """The sources of the render list that have no page."""
        return sorted({page.name for page in pages()} - {page.source.name for page in self.pages})


@cache
def _ids(path: Path) -> set[str]:
    return set(map(unescape, _ID.findall(path.read_text(encoding="utf-8"))))


@cache
def open_site(folder: Path) -> Site:
    """Return the site in a folder, the same at each call: its pages are parsed once.

    Args:
        folder: What the preview or Quarto rendered; relative to the root of the repository.

    Raises:
        FileNotFoundError: The folder or its pages are missing, or a page's source is gone.
    """
    site = Site(ROOT / folder)
    if not site.pages:
        raise FileNotFoundError(
            f"no rendered pages in {site.folder}. The browser tests look at a built site: "
            "run `make build` first, or name another folder with --site."
        )
    stale = [page.address for page in site.pages if not page.source.path.is_file()]
    if stale:
        raise FileNotFoundError(
            f"{site.folder} has pages whose sources are gone: {', '.join(stale)}. "
            "It is older than the sources: build it again."
        )
    return site

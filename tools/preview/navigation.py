"""The sidebars, as `_quarto.yml` lists them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from wcmatch.glob import EXTGLOB, globmatch

from tools.preview.config import Project
from tools.preview.errors import Problems
from tools.preview.located import Key


@dataclass(frozen=True)
class Item:
    """An entry: a link, or a section with entries of its own.

    Attributes:
        text: Its text, in HTML.
        target: A source's path relative to the project's folder, "" for a section.
        contents: The entries of a section.
    """

    text: str
    target: str = ""
    contents: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Sidebar:
    """One of the site's sidebars."""

    identifier: str
    contents: tuple[Item, ...]

    def flat(self) -> list[Item]:
        """Return its links in the order of reading."""
        return [item for item in _flat(self.contents) if item.target]


def sidebar_of(sidebars: Iterable[Sidebar], page: str, wanted: object) -> Sidebar | None:
    """Return a page's sidebar: the one that lists it.

    Args:
        sidebars: The site's sidebars.
        page: The page's source.
        wanted: `sidebar` of its front matter: False for none, or None.
    """
    if wanted is False:
        return None
    holds = (s for s in sidebars if any(item.target == page for item in s.flat()))
    return next(holds, None)


def load(
    project: Project, titles: Mapping[str, str], orders: Mapping[str, float | None]
) -> list[Sidebar]:
    """Read the sidebars.

    Args:
        project: The project.
        titles: The title of every page in HTML, by its source.
        orders: `order` of every page's front matter, by its source.

    Raises:
        BuildError: An entry leads to no page.
    """
    problems = Problems()
    reader = _Reader(project, titles, orders, problems)
    sidebars = []
    for index, sidebar in enumerate(project.settings.get("website", "sidebar") or []):
        key = ("website", "sidebar", index, "contents")
        sidebars.append(Sidebar(str(sidebar.get("id")), reader.items(sidebar.get("contents"), key)))
    problems.stop_if_any()
    return sidebars


class _Reader:
    """A reader of lists of entries, which notes broken ones."""

    def __init__(
        self,
        project: Project,
        titles: Mapping[str, str],
        orders: Mapping[str, float | None],
        problems: Problems,
    ) -> None:
        self.project = project
        self.titles = titles
        self.orders = orders
        self.problems = problems

    def items(self, listed: Any, key: Key) -> tuple[Item, ...]:
        made: list[Item] = []
        for n, entry in enumerate(listed or []):
            if "auto" in entry:
                made += self.folder(entry["auto"], (*key, n))
            else:
                made.append(self.item(entry, (*key, n)))
        return tuple(made)

    def folder(self, pattern: str, key: Key) -> list[Item]:
        """Return the pages that a pattern matches in Quarto's order, without `index`."""
        pages = [
            page
            for page in self.titles
            if globmatch(page, pattern, flags=EXTGLOB) and not page.endswith("/index.qmd")
        ]
        if not pages:
            place = self.project.settings.place(*key)
            self.problems.add(place, f"`{pattern}` matches no page of the site")
        return [Item(self.titles[page], page) for page in sorted(pages, key=self._rank)]

    def _rank(self, page: str) -> tuple[float, str]:
        order = self.orders[page]
        return (inf if order is None else order, page.upper())

    def item(self, entry: dict[str, Any], key: Key) -> Item:
        if "section" in entry:
            contents = self.items(entry.get("contents"), (*key, "contents"))
            return Item(html.escape(entry["section"]), contents=contents)
        target = str(entry.get("href", ""))
        if target not in self.titles:
            place = self.project.settings.place(*key)
            self.problems.add(place, f"`{target}` is no page of the site")
        text = entry.get("text")
        return Item(html.escape(str(text)) if text else self.titles.get(target, ""), target)


def _flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _flat(item.contents)

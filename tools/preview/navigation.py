"""Navbar, sidebars and footer, as `_quarto.yml` lists them."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
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
        target: A source's path relative to the project's folder, a url, or "".
        contents: The entries of a section.
        label: The accessible name if `text` is only a picture.
        icon: The name of a Bootstrap icon, or "".
    """

    text: str
    target: str = ""
    contents: tuple[Item, ...] = ()
    label: str = ""
    icon: str = ""


@dataclass(frozen=True)
class Sidebar:
    """One of the site's sidebars."""

    identifier: str
    contents: tuple[Item, ...]

    def flat(self) -> list[Item]:
        """Return its links in the order of reading."""
        return [item for item in _flat(self.contents) if item.target]


@dataclass(frozen=True)
class Navigation:
    """The navigation around every page's text."""

    sidebars: tuple[Sidebar, ...]
    left: tuple[Item, ...]
    right: tuple[Item, ...]
    tools: tuple[Item, ...]
    footer: Mapping[str, tuple[Item, ...] | str]

    def sidebar_of(self, page: str, wanted: object) -> Sidebar | None:
        """Return a page's sidebar, chosen as Quarto chooses.

        Args:
            page: The page's source.
            wanted: `sidebar` of its front matter: an id, False, or None.
        """
        if wanted is False:
            return None
        if isinstance(wanted, str):
            return next((s for s in self.sidebars if s.identifier == wanted), None)
        if len(self.sidebars) == 1:
            return self.sidebars[0]
        holds = (s for s in self.sidebars if any(item.target == page for item in s.flat()))
        return next(holds, None)


def load(
    project: Project, titles: Mapping[str, str], orders: Mapping[str, float | None]
) -> Navigation:
    """Read the navigation.

    Args:
        project: The project.
        titles: The title of every page in HTML, by its source.
        orders: `order` of every page's front matter, by its source.

    Raises:
        BuildError: An entry leads to no page.
    """
    problems = Problems()
    reader = _Reader(project, titles, orders, problems)
    settings = project.settings
    listed = settings.get("website", "sidebar") or []
    many = isinstance(listed, list)
    sidebars = []
    for index, sidebar in enumerate(listed if many else [listed]):
        key: Key = ("website", "sidebar", index) if many else ("website", "sidebar")
        contents = reader.items(sidebar.get("contents"), (*key, "contents"))
        sidebars.append(Sidebar(str(sidebar.get("id", "")), contents))
    bars = {
        name: reader.items(settings.get("website", "navbar", name), ("website", "navbar", name))
        for name in ("left", "right", "tools")
    }
    footer = reader.footer()
    problems.stop_if_any()
    return Navigation(tuple(sidebars), bars["left"], bars["right"], bars["tools"], footer)


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
            if isinstance(entry, dict) and "auto" in entry:
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

    def item(self, entry: Any, key: Key) -> Item:
        if isinstance(entry, str):
            if not entry.endswith(".qmd"):
                return Item(html.escape(entry))
            entry = {"href": entry}
        target = str(entry.get("href") or entry.get("file") or "")
        section = entry.get("section")
        # In Quarto a section may be named by its own page.
        if isinstance(section, str) and section.endswith(".qmd"):
            target, section = section, None
        if target.endswith(".qmd"):
            target = target.removeprefix("./").removeprefix("/")
            if target not in self.titles:
                place = self.project.settings.place(*key)
                self.problems.add(place, f"`{target}` is no page of the site")
        text = entry.get("text", section)
        shown = html.escape(str(text)) if text is not None else self.titles.get(target, "")
        return Item(
            shown,
            target,
            self.items(entry.get("contents"), (*key, "contents")),
            str(entry.get("aria-label", "")),
            str(entry.get("icon", "")),
        )

    def footer(self) -> dict[str, tuple[Item, ...] | str]:
        listed = self.project.settings.get("website", "page-footer") or {}
        parts = {"center": listed} if isinstance(listed, str) else listed
        shown: dict[str, tuple[Item, ...] | str] = {}
        for name in ("left", "center", "right"):
            part = parts.get(name, "")
            key = ("website", "page-footer", name)
            shown[name] = self.items(part, key) if isinstance(part, list) else str(part)
        return shown


def _flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _flat(item.contents)

"""Everything around a page's text: head, navbar, sidebar, table of contents, footer."""

from __future__ import annotations

import functools
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import jinja2

from tools.preview.body import Heading, words_of
from tools.preview.links import page_url
from tools.preview.navigation import Item, Navigation, Sidebar
from tools.preview.ojs import HERE
from tools.preview.page import Page
from tools.preview.render import Rendered
from tools.stamp import ROOT

LIBS = "site_libs/preview"
# The shell is the same in the pages of every renderer.
THEME = ROOT / "lib" / "theme"
# Ids of the shell that may be link targets, the same in Quarto's pages.
IDS = frozenset({"quarto-document-content", "TOC", "title-block-header", "quarto-sidebar"})


@dataclass(frozen=True)
class Entry:
    """A heading in the table of contents, and the headings under it."""

    heading: Heading
    inner: tuple[Entry, ...]


@dataclass(frozen=True)
class Frame:
    """The frame of all pages.

    Attributes:
        navigation: Navbar, sidebars, footer.
        footer: The footer's texts in HTML, by side.
        head: The contents of include-in-header, by page; "" for all pages.
        after: The contents of include-after-body, likewise.
    """

    navigation: Navigation
    footer: Mapping[str, str]
    head: Mapping[str, str]
    after: Mapping[str, str]


@functools.cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template("page.html")


def wrap(page: Page, rendered: Rendered, frame: Frame) -> str:
    """Return the whole HTML of a page.

    Args:
        page: The page.
        rendered: Its text.
        frame: The frame around it.
    """
    get = page.options.get
    title = words_of(rendered.head.get("title", ""))
    shown_title = page.source.meta.get("pagetitle") or title
    names = [name for name in (shown_title, page.project.title) if name]
    sidebar = frame.navigation.sidebar_of(page.name, page.source.meta.get("sidebar"))
    contents = [Heading(*entry) for entry in rendered.toc] if get("toc", False) else []
    before, after = _neighbours(page, sidebar)
    return _template().render(
        page=page,
        words=page.words,
        lang=page.options.lang,
        title=" – ".join(dict.fromkeys(names)),
        description=words_of(rendered.head.get("description", "")),
        keywords=words_of(rendered.head.get("keywords", "")),
        head=rendered.head,
        body=rendered.body,
        script=rendered.script,
        toc=nest(contents),
        layout=get("page-layout", "article"),
        body_classes=_body_classes(page, sidebar, bool(contents)),
        stylesheets=[url(page, path) for path in stylesheets(page)],
        favicon=_local(page, page.project.settings.get("website", "favicon")),
        navbar=page.project.settings.get("website", "navbar") or {},
        navigation=frame.navigation,
        sidebar=sidebar,
        before=before,
        after=after,
        footer=frame.footer,
        in_header=frame.head[""] + frame.head.get(page.name, ""),
        after_body=frame.after[""] + frame.after.get(page.name, ""),
        url=functools.partial(url, page),
        is_current=lambda item: item.target == page.name,
        holds_current=lambda item: page.name in {one.target for one in _all(item)},
        words_of=words_of,
        libs=f"{page.offset}{LIBS}",
        first=(THEME / "first.js").read_text("utf-8"),
    )


def stylesheets(page: Page) -> list[str]:
    """Return the css files of a page, relative to the project's folder."""
    links: list[str] = []
    project_css = page.project.option("css") or []
    links += [project_css] if isinstance(project_css, str) else project_css
    for key in (("format", "html", "css"), ("css",)):
        own = page.source.meta.get(*key) or []
        listed = [own] if isinstance(own, str) else own
        links += [posixpath.normpath(posixpath.join(page.folder, path)) for path in listed]
    return list(dict.fromkeys(links))


def url(page: Page, target: str) -> str:
    """Return a link from a page to a source, a file or another site."""
    if ":" in target.split("/")[0] or target.startswith(("#", "//")):
        return target
    path, mark, fragment = target.partition("#")
    relative = posixpath.relpath(page_url(path), page.folder or ".")
    return f"{relative}{mark}{fragment}"


def nest(headings: Sequence[Heading]) -> tuple[Entry, ...]:
    """Return headings as a tree."""
    entries: list[Entry] = []
    position = 0
    while position < len(headings):
        end = position + 1
        while end < len(headings) and headings[end].level > headings[position].level:
            end += 1
        entries.append(Entry(headings[position], nest(headings[position + 1 : end])))
        position = end
    return tuple(entries)


def _local(page: Page, path: object) -> str:
    return url(page, str(path)) if path else ""


def _body_classes(page: Page, sidebar: Sidebar | None, has_toc: bool) -> str:
    names = ["nav-sidebar", "docked"] if sidebar else []
    names.append("nav-fixed")
    if not sidebar and not has_toc:
        names.append("fullcontent")
    return " ".join([*names, *str(page.options.get("body-classes", "")).split(), "quarto-light"])


def _neighbours(page: Page, sidebar: Sidebar | None) -> tuple[Item | None, Item | None]:
    """Return the pages before and after this one in its sidebar."""
    wanted = page.source.meta.get("page-navigation")
    if wanted is None:
        wanted = page.project.settings.get("website", "page-navigation")
    targets = [item.target for item in sidebar.flat()] if sidebar else []
    if not wanted or sidebar is None or page.name not in targets:
        return None, None
    items = sidebar.flat()
    position = targets.index(page.name)
    after = items[position + 1] if position + 1 < len(items) else None
    return (items[position - 1] if position else None), after


def _all(item: Item) -> list[Item]:
    return [item, *(inner for one in item.contents for inner in _all(one))]

"""Everything around a page's text: head, bar, sidebar, table of contents, footer."""

from __future__ import annotations

import functools
import posixpath
from collections.abc import Sequence

import jinja2

from tools.preview.body import words_of
from tools.preview.links import page_url
from tools.preview.navigation import Item, Sidebar, sidebar_of
from tools.preview.ojs import HERE
from tools.preview.page import Page
from tools.preview.render import Rendered
from tools.stamp import ROOT

LIBS = "site_libs/preview"
# The shell is the same in the pages of every renderer.
THEME = ROOT / "lib" / "theme"
# Ids of the shell that may be link targets, the same in Quarto's pages.
IDS = frozenset({"quarto-document-content", "TOC", "title-block-header", "quarto-sidebar"})


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


def wrap(page: Page, rendered: Rendered, sidebars: Sequence[Sidebar], footer: str) -> str:
    """Return the whole HTML of a page.

    Args:
        page: The page.
        rendered: Its text.
        sidebars: The site's sidebars.
        footer: The footer's text in HTML.
    """
    get = page.options.get
    title = words_of(rendered.head.get("title", ""))
    shown_title = page.source.meta.get("pagetitle") or title
    names = [name for name in (shown_title, page.project.title) if name]
    sidebar = sidebar_of(sidebars, page.name, page.source.meta.get("sidebar"))
    toc = rendered.toc if get("toc", False) else []
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
        toc=toc,
        layout=get("page-layout", "article"),
        body_classes=_body_classes(page, sidebar, bool(toc)),
        stylesheets=[url(page, path) for path in page.project.stylesheets],
        favicon=page.project.settings.get("website", "favicon"),
        sidebar=sidebar,
        before=before,
        after=after,
        footer=footer,
        url=functools.partial(url, page),
        is_current=lambda item: item.target == page.name,
        words_of=words_of,
        libs=f"{page.offset}{LIBS}",
        first=(THEME / "first.js").read_text("utf-8"),
    )


def url(page: Page, target: str) -> str:
    """Return a link from a page to a source or a file of the project."""
    return posixpath.relpath(page_url(target), page.folder or ".")


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

"""The course's own shell in place of Quarto's.

Quarto's frame around a text (Bootstrap and its icons, a bar that hides, scripts for all of it) is
five times as heavy as the text, and looks and works unlike the preview's. So the pages of both get
the same styles and the same script: lib/theme/shell.css and shell.js.
"""

import html
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from tapewalk.language import language_in
from tools.finish.markup import Element, Page
from tools.finish.site import link
from tools.preview.words import words
from tools.stamp import ROOT

_THEME = "lib/theme"
_STYLES = (f"{_THEME}/shell.css", f"{_THEME}/highlight.css")
_SCRIPT = f"{_THEME}/shell.js"
_FIRST = ROOT / _THEME / "first.js"
ASSETS = (*_STYLES, _SCRIPT)
_BOOTSTRAP = 'id="quarto-bootstrap"'
# Quarto's libraries that are no longer used, and the index of its disabled search.
_UNUSED = ("bootstrap", "clipboard", "quarto-html", "quarto-nav")
_LIBRARY = re.compile(rf"site_libs/(?:{'|'.join(_UNUSED)})/|quarto-ojs\.css$")
_INDEX = "search.json"
# Scripts that are not files, by their ids.
_INLINE = ("quarto-search-options", "quarto-html-after-body")
_BEFORE_BODY = "quarto-html-before-body"
_PANDOC = "/* Default styles provided by pandoc."
_ALERT = re.compile(r'if \(window\.location\.protocol === "file:"\) \{ alert\("[^"]*"\); \}\n')


def is_quartos(text: str) -> bool:
    """Return whether a page still has the shell that Quarto gave it."""
    return _BOOTSTRAP in text


def dress(text: str, address: str) -> str:
    """Replace Quarto's shell of a page by the course's.

    Args:
        text: The page as rendered; one from the preview, or one that has the shell already, stays.
        address: Its address in the site.

    Returns:
        The page, with the elements that the shell's styles and script need.
    """
    if not is_quartos(text):
        return text
    page = Page(text)
    said = words(language_in(address))
    _dress_head(page, address)
    _dress_bar(page, said)
    _dress_navigation(page, said)
    _dress_text(page, said)
    return page.edited()


def remove_unused(folder: Path) -> None:
    """Remove the files of a site that its pages no longer load.

    Args:
        folder: The site, with the shell in all its pages.
    """
    for name in _UNUSED:
        shutil.rmtree(folder / "site_libs" / name, ignore_errors=True)
    (folder / _INDEX).unlink(missing_ok=True)


def _dress_head(page: Page, address: str) -> None:
    links = [f'<link rel="stylesheet" href="{link(address, name)}">' for name in _STYLES]
    shell = [*links, f'<script src="{link(address, _SCRIPT)}" defer></script>']
    for element in page.elements:
        if element.tag in ("script", "link") and _LIBRARY.search(_asked_by(element)):
            # The course's styles come after all of Quarto's, and build on the shell's.
            page.replace(element, "\n".join(shell))
            shell = []
        elif element.tag == "style" and page.content(element).lstrip().startswith(_PANDOC):
            page.replace(element)
        elif element.tag == "script":
            _dress_script(page, element)


def _asked_by(element: Element) -> str:
    return element.attributes.get("src" if element.tag == "script" else "href", "")


def _dress_script(page: Page, script: Element) -> None:
    name, code = script.attributes.get("id"), page.content(script)
    if name in _INLINE:
        page.replace(script)
    elif name == _BEFORE_BODY:
        page.replace(script, f"<script>\n{_FIRST.read_text('utf-8')}</script>")
    elif alert := _ALERT.search(code):
        # On such pages the film-strips replace the figures.
        page.replace(script, f'<script type="module">{code.replace(alert[0], "")}</script>')


def _dress_bar(page: Page, said: Mapping[str, str]) -> None:
    for bar in page.find_all("nav", css_class="navbar"):
        page.set_attributes(bar, {"aria-label": said["main"]})
    for toggle in page.find_all("a", css_class="quarto-color-scheme-toggle"):
        label = html.escape(said["scheme"])
        page.replace(
            toggle,
            '<button type="button" class="quarto-color-scheme-toggle quarto-navigation-tool px-1" '
            f'aria-pressed="false" aria-label="{label}" title="{label}">'
            '<i class="bi" aria-hidden="true"></i></button>',
        )
    for bar in page.find_all("nav", css_class="quarto-secondary-nav"):
        page.replace(
            bar,
            '<div class="quarto-secondary-nav"><div class="container-fluid d-flex">'
            '<button type="button" class="quarto-btn-toggle btn" aria-controls="quarto-sidebar" '
            'aria-expanded="false">'
            '<i class="bi bi-layout-text-sidebar-reverse" aria-hidden="true"></i> '
            f"{said['toggle-sidebar']}</button></div></div>",
        )
    for results in page.find_all("div", id="quarto-search-results"):
        page.replace(results)


def _dress_navigation(page: Page, said: Mapping[str, str]) -> None:
    for sidebar in page.find_all("nav", id="quarto-sidebar"):
        page.set_attributes(sidebar, {"aria-label": said["sidebar"]})
    for item in page.find_all("a", css_class="sidebar-link"):
        if "href" not in item.attributes:
            page.rename(item, f'<span class="{item.attributes["class"]}">', "</span>")
        elif "active" in item.classes:
            page.set_attributes(item, {"aria-current": "page"})
    for toggle in page.find_all("a", css_class="sidebar-item-toggle"):
        page.replace(toggle)
    for contents in page.find_all("nav", id="TOC"):
        page.set_attributes(contents, {"aria-labelledby": "toc-title"})
    for around in page.find_all("nav", css_class="page-navigation"):
        page.set_attributes(around, {"aria-label": said["pages"]})
        for way in filter(around.holds, page.find_all("div", css_class="nav-page")):
            there, rel = (
                ("previous", "prev") if "nav-page-previous" in way.classes else ("next",) * 2
            )
            for each in filter(way.holds, page.find_all("a")):
                label = f"{said[there]}: {html.unescape(each.attributes['aria-label'])}"
                page.set_attributes(each, {"rel": rel, "aria-label": label})


def _dress_text(page: Page, said: Mapping[str, str]) -> None:
    main = page.find("main")
    if main is None:
        return
    page.set_attributes(main, {"tabindex": "-1"})
    for block in page.find_all("div", css_class="code-copy-outer-scaffold"):
        _dress_code(page, block, said)
    for callout in page.find_all("div", css_class="callout"):
        _fold_callout(page, callout)
        for kind in filter(callout.holds, page.find_all("span", css_class="screen-reader-only")):
            # Quarto's Spanish calls a tip "Tip".
            if page.content(kind).strip() == words("en")["tip"]:
                page.replace_content(kind, said["tip"])
    for heading in filter(main.holds, page.elements):
        if re.fullmatch("h[2-6]", heading.tag) and "data-anchor-id" in heading.attributes:
            target = html.escape(heading.attributes["data-anchor-id"])
            label = html.escape(said["anchor"])
            anchor = f'<a class="anchorjs-link" href="#{target}" aria-label="{label}"></a>'
            page.add(heading.end, anchor)


def _dress_code(page: Page, block: Element, said: Mapping[str, str]) -> None:
    inside = [element for element in page.elements if block.holds(element)]
    if any("cell-code" in each.classes and "hidden" in each.classes for each in inside):
        page.replace(block)  # Hidden code; the OJS runtime has a copy.
        return
    for button in (each for each in inside if "code-copy-button" in each.classes):
        labels = {"title": said["copy"], "aria-label": said["copy"], "data-copied": said["copied"]}
        page.set_attributes(button, {"type": "button"} | labels)


def _fold_callout(page: Page, callout: Element) -> None:
    """Turn a callout that Bootstrap's script would fold into a <details>."""
    inside = [element for element in page.elements if callout.holds(element)]
    header = next((each for each in inside if "callout-header" in each.classes), None)
    if header is None or "data-bs-toggle" not in header.attributes:
        return
    is_open = " open" if header.attributes.get("aria-expanded") == "true" else ""
    page.rename(callout, f'<details class="{callout.attributes["class"]}"{is_open}>', "</details>")
    page.rename(
        header, '<summary class="callout-header d-flex align-content-center">', "</summary>"
    )
    for part in filter(header.holds, inside):
        if part.tag == "div":
            page.rename(part, f'<span class="{part.attributes["class"]}">', "</span>")
        elif "screen-reader-only" in part.classes:
            page.add(part.end, ": ")

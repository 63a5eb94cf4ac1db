"""The bar at the top: the skip link, the language switch, the search button, its language."""

import html
import posixpath

from tapewalk.language import LANGUAGES, language_in
from tools.finish.markup import Element, Page
from tools.finish.site import Site, link
from tools.finish.words import WORDS

_LENS = (
    '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">'
    '<circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" stroke-width="1.8"/>'
    '<path d="m10.5 10.5 4 4" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>'
    "</svg>"
)


def finish_navbar(page: Page, address: str, site: Site) -> None:
    """Complete the bar, and put it into the page's language.

    Args:
        page: The page; without a bar it stays as it is.
        address: Its address in the site.
        site: The site it belongs to.
    """
    header = page.find("header", id="quarto-header")
    if header is None:
        return
    page.insert(header.start, _skip_link(address))
    _translate(page, header, language_in(address))
    _lead_to_twins(page, header, address, site)
    tools = page.find("div", css_class="quarto-navbar-tools")
    if tools is not None:
        page.insert(tools.inner, _search_button(address))
        page.insert(tools.end, _switch(address, site))


def _skip_link(address: str) -> str:
    label = WORDS[language_in(address)].skip
    return f'<a class="skip-link" href="#quarto-document-content">{label}</a>'


def _search_button(address: str) -> str:
    label = WORDS[language_in(address)].search
    return (
        '<button type="button" class="site-search" aria-haspopup="dialog" aria-keyshortcuts="/">'
        f'{_LENS}<span class="site-search-label">{label}</span></button>'
    )


def _switch(address: str, site: Site) -> str:
    own = language_in(address)
    items = []
    for language in LANGUAGES:
        name = WORDS[language].name
        if language == own:
            items.append(f'<span aria-current="true" lang="{language}">{name}</span>')
            continue
        # A page without a twin links to the other language's start page, not to an error.
        twin = site.twin(address, language) or site.twin("index.html", language)
        if twin is not None:
            items.append(
                f'<a href="{html.escape(link(address, twin))}" hreflang="{language}" '
                f'lang="{language}">{name}</a>'
            )
    dot = '<span aria-hidden="true">·</span>'
    label = WORDS[own].languages
    return f'<nav class="language-switch" aria-label="{label}">{dot.join(items)}</nav>'


def _translate(page: Page, header: Element, language: str) -> None:
    words = WORDS[language].translations
    for element in filter(header.holds, page.elements):
        text = html.unescape(page.content(element)).strip()
        if text in words:
            page.replace_content(element, words[text])
        labels = {
            name: words[element.attributes[name]]
            for name in ("title", "aria-label", "alt")
            if element.attributes.get(name) in words
        }
        if labels:
            page.set_attributes(element, labels)


def _lead_to_twins(page: Page, header: Element, address: str, site: Site) -> None:
    for element in filter(header.holds, page.find_all("a")):
        path, mark, fragment = element.attributes.get("href", "").partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(address), path))
        twin = site.twin(target, language_in(address)) if target in site.addresses else None
        if twin is not None and twin != target:
            page.set_attributes(element, {"href": link(address, twin) + mark + fragment})

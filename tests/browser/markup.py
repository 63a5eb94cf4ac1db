"""What must hold of a page's file, before any script runs: languages, links, resources."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from tests.browser.site import BuiltPage, Site

_REMOTE = re.compile(r"^(?:https?:)?//", re.IGNORECASE)
_CSS_ADDRESS = re.compile(r"(?:url\(|@import)\s*[\"']?([^\"')\s;]+)")
_FETCHED_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest"}


def _target(site: Site, page: BuiltPage, href: str) -> str:
    """Return the address within the site that a link of a page leads to."""
    path = unquote(urlsplit(href).path)
    if path.startswith("/"):
        assert page.is_error_page, f"{page.address} has an absolute link, {href}"
        target = path.removeprefix(site.base)
    else:
        target = posixpath.join(posixpath.dirname(page.address), path) if path else page.address
    target = posixpath.normpath(target)
    return target if posixpath.splitext(target)[1] else posixpath.join(target, "index.html")


def its_lang_is_that_of_the_file_name(built: BuiltPage) -> None:
    assert built.html.attribute("html", "lang") == built.lang


def it_has_a_title_of_its_own_and_a_description(site: Site, built: BuiltPage) -> None:
    assert built.title
    assert built.title != site.page(built.translation).title
    assert built.html.attribute('meta[name="description"]', "content")


def its_hreflang_names_both_languages_and_a_default(site: Site, built: BuiltPage) -> None:
    english = built.translation if built.language_number else built.address
    spanish = built.address if built.language_number else built.translation
    found = {
        link["hreflang"]: link["href"] for link in built.html.all('link[rel="alternate"][hreflang]')
    }
    expected = {"en": english, "es": spanish, "x-default": english}
    assert found.keys() == expected.keys()
    for language, href in found.items():
        assert (site.folder / expected[language]).is_file()
        # Search engines want it absolute once it is known where the site will be.
        if _REMOTE.match(href):
            assert href.endswith("/" + expected[language].removesuffix("index.html"))
        else:
            assert _target(site, built, href) == expected[language]


def it_has_an_icon(site: Site, built: BuiltPage) -> None:
    href = built.html.attribute('link[rel~="icon"]', "href")
    assert href is not None
    assert (site.folder / _target(site, built, href)).stat().st_size > 0


def ids_are_unique(built: BuiltPage) -> Iterator[str]:
    counts = Counter(element["id"] for element in built.html.all("[id]"))
    yield from (name for name, count in counts.items() if count > 1)


def every_internal_link_leads_somewhere(site: Site, built: BuiltPage) -> Iterator[str]:
    for href in sorted({link["href"] for link in built.html.all("a[href]")}):
        if _REMOTE.match(href) or urlsplit(href).scheme:
            continue
        target = _target(site, built, href)
        # The rest says how a figure opens: `#fig-square?step=3`.
        fragment = unquote(urlsplit(href).fragment).partition("?")[0]
        if not (site.folder / target).is_file():
            yield f"{href}: no such file"
        elif fragment and fragment not in site.ids(target):
            yield f"{href}: nothing has that id"


def previous_and_next_follow_the_sidebar(site: Site, lesson: BuiltPage) -> None:
    listed = [_target(site, lesson, link["href"]) for link in lesson.html.all("#quarto-sidebar a")]
    here = listed.index(lesson.address)
    before, after = listed[:here][-1:], listed[here + 1 :][:1]
    for direction, expected in (("previous", before), ("next", after)):
        links = lesson.html.all(f".nav-page-{direction} a")
        assert [_target(site, lesson, link["href"]) for link in links] == expected
        assert {site.page(address).lang for address in expected} <= {lesson.lang}


def it_uses_no_resource_of_another_host(built: BuiltPage) -> Iterator[str]:
    yield from (address for address in _resources(built) if _REMOTE.match(address))


def remote_addresses(css: str) -> list[str]:
    """Return the addresses on other hosts that a stylesheet names."""
    return [address for address in _CSS_ADDRESS.findall(css) if _REMOTE.match(address)]


def _resources(built: BuiltPage) -> Iterator[str]:
    """Yield every address that a browser would fetch by itself."""
    for element in built.html.all("[src], [srcset], [poster], object[data]"):
        for name in ("src", "srcset", "poster", "data"):
            if name in element:
                yield element[name].strip()
    for link in built.html.all("link[href]"):
        if _FETCHED_LINKS & set(link.get("rel", "").split()):
            yield link["href"]
    for image in built.html.all("image[href], use[href]"):
        yield image["href"]
    for style in built.html.texts("style"):
        yield from _CSS_ADDRESS.findall(style)
    for element in built.html.all("[style]"):
        yield from _CSS_ADDRESS.findall(element["style"])

"""The files of a rendered folder, read without a browser: languages, links, resources."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

import pytest

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


def test_lang_is_that_of_the_file_name(built: BuiltPage) -> None:
    assert built.html.attribute("html", "lang") == built.lang


def test_title_and_description_are_there(built: BuiltPage) -> None:
    assert built.html.soup.title is not None
    assert built.html.soup.title.get_text(strip=True)
    assert built.html.attribute('meta[name="description"]', "content")


def test_both_languages_have_titles_of_their_own(site: Site, built: BuiltPage) -> None:
    twin = site.page(built.twin)
    assert built.html.soup.title != twin.html.soup.title


def test_hreflang_names_both_languages_and_a_default(site: Site, built: BuiltPage) -> None:
    english = built.twin if built.is_spanish else built.address
    spanish = built.address if built.is_spanish else built.twin
    found = {
        str(link["hreflang"]): str(link["href"])
        for link in built.html.all('link[rel="alternate"][hreflang]')
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


def test_it_has_an_icon(site: Site, built: BuiltPage) -> None:
    href = built.html.attribute('link[rel~="icon"]', "href")
    assert href is not None
    assert (site.folder / _target(site, built, href)).stat().st_size > 0


def test_no_id_stands_twice(built: BuiltPage) -> None:
    counts = Counter(str(element["id"]) for element in built.html.all("[id]"))
    assert [name for name, count in counts.items() if count > 1] == []


def test_every_internal_link_leads_somewhere(site: Site, built: BuiltPage) -> None:
    broken = []
    for link in built.html.all("a[href]"):
        href = str(link["href"])
        if _REMOTE.match(href) or urlsplit(href).scheme:
            continue
        target, fragment = _target(site, built, href), unquote(urlsplit(href).fragment)
        if not (site.folder / target).is_file():
            broken.append(f"{href}: no such file")
        elif fragment and fragment not in site.page(target).html.ids:
            broken.append(f"{href}: nothing has that id")
    assert broken == []


@pytest.mark.parametrize("direction", ["previous", "next"])
def test_previous_and_next_stay_in_the_language(
    site: Site, lesson: BuiltPage, direction: str
) -> None:
    for link in lesson.html.all(f".nav-page-{direction} a"):
        assert site.page(_target(site, lesson, str(link["href"]))).lang == lesson.lang


def test_previous_and_next_follow_the_sidebar(site: Site, lesson: BuiltPage) -> None:
    listed = [
        _target(site, lesson, str(link["href"])) for link in lesson.html.all("#quarto-sidebar a")
    ]
    here = listed.index(lesson.address)
    before, after = listed[:here][-1:], listed[here + 1 :][:1]
    for direction, expected in (("previous", before), ("next", after)):
        links = lesson.html.all(f".nav-page-{direction} a")
        assert [_target(site, lesson, str(link["href"])) for link in links] == expected


def test_no_page_names_a_resource_on_another_host(built: BuiltPage) -> None:
    assert [address for address in _resources(built) if _REMOTE.match(address)] == []


def test_no_stylesheet_or_style_names_another_host(site: Site) -> None:
    remote = [
        f"{path.relative_to(site.folder)}: {address}"
        for path in site.folder.rglob("*.css")
        for address in _CSS_ADDRESS.findall(path.read_text(encoding="utf-8"))
        if _REMOTE.match(address)
    ]
    assert remote == []


def _resources(built: BuiltPage) -> Iterator[str]:
    """Yield every address that a browser would fetch by itself."""
    for element in built.html.all("[src], [srcset], [poster], object[data]"):
        for name in ("src", "srcset", "poster", "data"):
            if element.has_attr(name):
                yield str(element[name]).strip()
    for link in built.html.all("link[href]"):
        if _FETCHED_LINKS & set(link.get_attribute_list("rel")):
            yield str(link["href"])
    for image in built.html.all("image[href], use[href]"):
        yield str(image["href"])
    for style in built.html.all("style"):
        yield from _CSS_ADDRESS.findall(style.get_text())
    for element in built.html.all("[style]"):
        yield from _CSS_ADDRESS.findall(str(element["style"]))

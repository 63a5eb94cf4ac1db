"""The course's shell in place of Quarto's."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.finish.pages import BLOCK, FIGURE, HINT, SECTION, page
from tools.finish.finish import finish
from tools.finish.repository import Home
from tools.finish.shell import dress
from tools.stamp import ROOT

NOWHERE = Home(None, "")
BODY = FIGURE + BLOCK + SECTION + HINT


def dressed(language: str = "en", body: str = BODY) -> BeautifulSoup:
    name = "m/a.html" if language == "en" else f"m/a.{language}.html"
    return BeautifulSoup(dress(page(language, "A", "../", body), name), "html.parser")


def text_of(soup: BeautifulSoup, selector: str) -> list[str]:
    return [element.get_text(strip=True) for element in soup.select(selector)]


def test_bootstrap_and_quarto_scripts_are_removed() -> None:
    soup = dressed()
    assert [str(link["href"]) for link in soup.select('link[rel="stylesheet"]')] == [
        "../lib/theme/shell.css",
        "../lib/theme/highlight.css",
        "../lib/theme/tokens.css",
    ]
    assert [str(script["src"]) for script in soup.select("script[src]")] == [
        "../lib/theme/shell.js"
    ]
    assert not soup.select("[data-bs-toggle], [onclick], [id^=quarto-html], head style")
    assert (ROOT / "lib" / "theme" / "first.js").read_text("utf-8") in str(soup)


def test_page_with_the_shell_is_unchanged() -> None:
    once = dress(page("en", "A", body=BODY), "a.html")
    assert dress(once, "a.html") == once


def test_links_have_addresses_and_ids_are_unique() -> None:
    soup = dressed()
    assert not soup.select('[href=""], a:not([href])')
    ids = [str(element["id"]) for element in soup.select("[id]")]
    assert sorted(ids) == sorted(set(ids))


def test_hidden_code_is_removed_without_its_figure() -> None:
    soup = dressed()
    assert "unseen" not in str(soup)
    assert text_of(soup, ".code-copy-outer-scaffold") == ["seen()"]
    (button,) = soup.select(".code-copy-button")
    assert button["aria-label"] == "Copy to clipboard"
    assert button["data-copied"] == "Copied!"
    assert soup.select("#fig-a > figure #ojs-cell-3")


@pytest.mark.parametrize(
    ("language", "scheme", "contents", "way"),
    [
        ("en", "Dark mode", "Contents", "Previous page: The start"),
        ("es", "Modo oscuro", "Contenido", "Página anterior: The start"),
    ],
)
def test_navigation_is_in_the_language_of_the_page(
    language: str, scheme: str, contents: str, way: str
) -> None:
    soup = dressed(language)
    (toggle,) = soup.select("button.quarto-color-scheme-toggle")
    assert toggle["aria-label"] == scheme
    assert text_of(soup, ".quarto-secondary-nav button[aria-expanded=false]") == [contents]
    assert [link["aria-label"] for link in soup.select('.page-navigation a[rel="prev"]')] == [way]
    landmarks = [str(nav.get("aria-label")) for nav in soup.select("nav")]
    assert len(set(landmarks) - {"None"}) == len(landmarks) == 3


def test_current_page_is_marked_in_the_sidebar() -> None:
    soup = dressed()
    assert text_of(soup, "span.sidebar-link") == ["1 · The engine"]
    assert not soup.select(".sidebar-item-toggle")
    assert text_of(soup, 'a.sidebar-link[aria-current="page"]') == ["A"]


def test_headings_have_anchors_and_hints_fold() -> None:
    soup = dressed()
    (anchor,) = soup.select("h2 > a.anchorjs-link")
    assert anchor["href"] == "#sec-b"
    (hint,) = soup.select("details.callout:not([open])")
    assert [child.name for child in hint.find_all(recursive=False)] == ["summary", "div"]
    assert text_of(soup, "details.callout > summary .callout-title-container") == ["Tip:Hint 1"]
    assert not soup.select("summary div")


def test_unused_files_are_removed_from_the_site(folder: Path, sources: Path) -> None:
    gone = ("bootstrap/light.css", "quarto-ojs/quarto-ojs-runtime.js")
    for name in gone:
        path = folder / "site_libs" / name
        path.parent.mkdir(parents=True)
        path.write_text("x")
    (folder / "search.json").write_text("[]")
    finish(folder, NOWHERE, sources)
    assert not any((folder / "site_libs" / name).exists() for name in gone)
    assert not (folder / "search.json").exists()
    assert (folder / "lib" / "theme" / "shell.css").is_file()

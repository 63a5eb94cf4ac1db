"""The additions to a page: languages, card, bar, footer and search."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.finish.pages import FORMULA, page
from tools.finish.finish import finish_page
from tools.finish.repository import Home, Repository
from tools.finish.search import searchable, summary, terms
from tools.finish.site import Site

HOME = Home(Repository("ada/tape", "next"), "https://ada.github.io/tape/")
NOWHERE = Home(None, "")


def finished(folder: Path, sources: Path, address: str, home: Home = HOME) -> BeautifulSoup:
    text = (folder / address).read_text(encoding="utf-8")
    result = finish_page(text, address, Site.read(folder), home, sources)
    return BeautifulSoup(result, "html.parser")


def attributes(soup: BeautifulSoup, selector: str, name: str) -> list[str]:
    return [str(element[name]) for element in soup.select(selector)]


def test_alternates_are_absolute_with_a_known_address(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "index.es.html")
    links = {str(e["hreflang"]): e["href"] for e in soup.select('link[rel="alternate"]')}
    assert links == {
        "en": "https://ada.github.io/tape/",
        "es": "https://ada.github.io/tape/index.es.html",
        "x-default": "https://ada.github.io/tape/",
    }


def test_alternates_are_relative_without_an_address(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "m/a.html", NOWHERE)
    links = {str(e["hreflang"]): e["href"] for e in soup.select('link[rel="alternate"]')}
    assert links == {"en": "a.html", "es": "a.es.html", "x-default": "a.html"}


def test_page_without_a_twin_has_no_alternates(folder: Path, sources: Path) -> None:
    assert not finished(folder, sources, "m/alone.html").select('link[rel="alternate"]')


@pytest.mark.parametrize(
    ("address", "label", "current", "other", "target"),
    [
        ("m/a.html", "Language", "English", "Español", "a.es.html"),
        ("m/a.es.html", "Idioma", "Español", "English", "a.html"),
        ("m/alone.html", "Language", "English", "Español", "../index.es.html"),
    ],
)
def test_language_switch_leads_to_the_twin(
    folder: Path, sources: Path, address: str, label: str, current: str, other: str, target: str
) -> None:
    soup = finished(folder, sources, address)
    switch = soup.select_one(".quarto-navbar-tools nav.language-switch")
    assert switch is not None
    assert switch["aria-label"] == label
    assert switch.get_text() == "English·Español"
    assert [e.get_text() for e in switch.select("[aria-current]")] == [current]
    (link,) = switch.select("a")
    assert (link.get_text(), link["href"]) == (other, target)
    assert link["hreflang"] == link["lang"] != soup.html["lang"]  # type: ignore[index]


def test_spanish_bar_is_translated(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "m/a.es.html")
    header = soup.select_one("#quarto-header")
    assert header is not None
    assert "Walk the Tape" not in str(header)
    assert header.select_one(".navbar-title").get_text() == "Recorre la cinta"  # type: ignore[union-attr]
    brand = header.select_one(".navbar-brand")
    assert brand is not None
    assert (brand["href"], brand["title"]) == ("../index.es.html", "Recorre la cinta")
    toggle = header.select_one(".quarto-color-scheme-toggle")
    assert toggle is not None
    assert toggle["title"] == "Modo oscuro"
    assert soup.title is not None
    assert soup.title.get_text() == "Gradientes – Recorre la cinta"
    main = soup.select_one("main a")
    assert main is not None
    assert main["href"] == "../index.html#sec-map", "what the text says is the author's"


def test_skip_link_leads_past_the_bar(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "m/a.es.html")
    (skip,) = soup.select("a.skip-link")
    assert skip.get_text() == "Saltar al contenido"
    assert soup.select(str(skip["href"])), "it leads to the content"
    header = soup.select_one("#quarto-header")
    assert header is not None
    assert header in skip.find_all_next("header"), "it comes before the bar"


def test_english_bar_is_unchanged(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "m/a.html")
    assert attributes(soup, ".navbar-brand", "href") == ["../index.html"]
    assert attributes(soup, ".quarto-color-scheme-toggle", "title") == ["Dark mode"]


def test_social_card_matches_the_page(folder: Path, sources: Path) -> None:
    for name in ("card.png", "mark.svg"):
        (folder / "lib" / "theme").mkdir(parents=True, exist_ok=True)
        (folder / "lib" / "theme" / name).write_text("picture")
    soup = finished(folder, sources, "m/a.es.html")
    card = {
        str(e.get("property") or e.get("name")): e["content"] for e in soup.select("meta[content]")
    }
    assert card["og:title"] == "Gradientes – Recorre la cinta"
    assert card["og:description"] == "A page & more"
    assert card["og:locale"] == "es_ES"
    assert card["og:url"] == "https://ada.github.io/tape/m/a.es.html"
    assert card["og:image"] == "https://ada.github.io/tape/lib/theme/card.png"
    assert card["twitter:card"] == "summary_large_image"
    assert attributes(soup, 'link[rel="canonical"]', "href") == [card["og:url"]]


def test_unknown_address_gives_no_absolute_links(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "m/a.html", NOWHERE)
    assert not soup.select(
        'link[rel="canonical"], meta[property="og:image"], meta[property="og:url"]'
    )
    assert soup.select_one('meta[property="og:title"]') is not None
    assert "https://" not in str(soup)


def test_needed_fonts_are_preloaded(folder: Path, sources: Path) -> None:
    page = folder / "m" / "a.html"
    text = page.read_text(encoding="utf-8")
    for element in ("code", "math"):
        text = text.replace(f"<{element}", "<i").replace(f"</{element}", "</i")
    page.write_text(text, encoding="utf-8")
    assert not finished(folder, sources, "m/a.html").select('link[rel="preload"]')
    fonts = folder / "lib" / "theme" / "fonts"
    fonts.mkdir(parents=True)
    for name in ("text", "mono", "math"):
        (fonts / f"{name}.woff2").write_bytes(b"font")
    for element, needed in {
        "b": ["text"],
        "code": ["text", "mono"],
        "math": ["text", "math"],
    }.items():
        held = text.replace("</main>", f"<{element}>x</{element}></main>")
        assert held != text
        page.write_text(held, encoding="utf-8")
        soup = finished(folder, sources, "m/a.html")
        hrefs = [f"../lib/theme/fonts/{name}.woff2" for name in needed]
        assert attributes(soup, 'link[rel="preload"]', "href") == hrefs


def test_footer_links_to_the_source(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "m/a.es.html")
    links = {e.get_text(): e["href"] for e in soup.select("footer.footer .source-links a")}
    assert links == {
        "Edita esta página": "https://github.com/ada/tape/edit/next/m/a.es.qmd",
        "Avisa de un problema": (
            "https://github.com/ada/tape/issues/new?title=Problema+en+m%2Fa.es.qmd"
        ),
        "Código fuente": "https://github.com/ada/tape",
    }


def test_footer_without_a_repository_has_no_links(folder: Path, sources: Path) -> None:
    assert not finished(folder, sources, "m/a.html", NOWHERE).select(".source-links")


def test_scrolling_blocks_have_names(folder: Path, sources: Path) -> None:
    body = '<pre class="sourceCode python">\n\n  a</pre><pre>1</pre><pre aria-label="Own">2</pre>'
    (folder / "m" / "a.es.html").write_text(page("es", "A", "../", body))
    soup = finished(folder, sources, "m/a.es.html")
    assert attributes(soup, "main pre", "aria-label") == ["Código", "Resultado", "Own"]
    assert attributes(soup, "main pre[role]", "role") == ["group", "group"]
    assert soup.select("main pre")[0].get_text() == "\n\n  a"


def test_pagefind_gets_the_main_part_with_ids() -> None:
    text = page("en", "A", body='<section id="sec-b" class="level2"><h2 class="c">B</h2></section>')
    soup = BeautifulSoup(searchable(text), "html.parser")
    assert [e.name for e in soup.select("[data-pagefind-body]")] == ["main"]
    assert attributes(soup, "h2.c", "id") == ["sec-b"]
    assert len(soup.select("#sec-b")) == 1


def test_keywords_are_indexed_with_the_description() -> None:
    head = '<meta name="keywords" content="a, b & c"></head>'
    text = page("es", "Title").replace("</head>", head)
    ((url, short),) = summary(text, "m/a.es.html")
    assert url == "/m/a.es.html#title-block-header"
    soup = BeautifulSoup(short, "html.parser")
    assert soup.select_one("html[lang=es] main h1").get_text() == "Title"  # type: ignore[union-attr]
    assert [p.get_text() for p in soup.select("main p")] == ["A page & more", "a, b & c"]
    assert summary(page("es", "Title"), "m/a.es.html") == []


def test_search_is_in_the_language_of_the_page(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "m/a.es.html")
    button = soup.select_one(".quarto-navbar-tools button.site-search")
    dialog = soup.select_one("body > dialog#search-dialog")
    assert button is not None
    assert dialog is not None
    assert button.get_text() == dialog["aria-label"] == "Buscar"
    assert not dialog.select("script, link"), "nothing is loaded before somebody searches"


def test_formula_is_indexed_once() -> None:
    soup = BeautifulSoup(searchable(page("en", "T", body=FORMULA + "<pre>x</pre>")), "html.parser")
    assert soup.find("math") is not None and soup.find("annotation") is None
    assert attributes(soup, "pre", "data-pagefind-weight") == ["0.1"]


def test_glossary_terms_are_indexed_one_by_one() -> None:
    term = '<section id="term-{0}" class="level3"><h3>{0}</h3><p>Says {0}.</p></section>'
    text = page("es", "G", body=term.format("tape") + term.format("leaf"))
    found = terms(text, "m/glossary.es.html")
    assert [url for url, _ in found] == [f"/m/glossary.es.html#term-{n}" for n in ("tape", "leaf")]
    soup = BeautifulSoup(found[0][1], "html.parser")
    assert soup.select_one("html[lang=es] main h1").get_text() == "tape"  # type: ignore[union-attr]
    assert "leaf" not in soup.get_text()
    assert terms(page("es", "T"), "m/a.es.html") == []


def test_centrepiece_is_announced_before_the_bar(folder: Path, sources: Path) -> None:
    assert finished(folder, sources, "m/a.html").select(".has-centrepiece") == []
    text = (folder / "m/a.html").read_text(encoding="utf-8")
    text = text.replace("<p>", '<p class="centrepiece">', 1)
    site = Site.read(folder)
    for _time in range(2):
        text = finish_page(text, "m/a.html", site, HOME, sources)
    body = BeautifulSoup(text, "html.parser").body
    assert body and body["class"].count("has-centrepiece") == 1

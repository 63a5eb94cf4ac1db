"""Graphviz's drawings in a page."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tapewalk.inspect import draw_dot
from tests.finish.pages import page
from tests.finish.test_page_parts import finished
from tools.finish.finish import finish_page
from tools.finish.repository import Home
from tools.finish.site import Site

GRAPH = 'digraph { graph [size="1,1"] node [fontname=monospace fontsize=10] a -> b -> c -> d }'
IMAGE = '<p><img src="a_files/drawn.svg" class="figure-img" alt="a &amp; b"></p>'


@pytest.fixture
def drawn(folder: Path) -> Path:
    """The rendered folder, with a drawing in two of its pages."""
    svg = draw_dot(GRAPH).svg
    assert svg is not None
    (folder / "m" / "a_files").mkdir()
    (folder / "m" / "a_files" / "drawn.svg").write_text(svg)
    (folder / "m" / "a_files" / "plot.svg").write_text("<svg><g/></svg>")
    plot = '<img src="a_files/plot.svg" alt="">'
    for language, name in (("en", "a.html"), ("es", "a.es.html")):
        (folder / "m" / name).write_text(page(language, "T", "../", IMAGE * 2 + plot))
    return folder


def test_drawing_is_inline_and_scrolls(drawn: Path, sources: Path) -> None:
    soup = finished(drawn, sources, "m/a.es.html")
    regions = soup.select("p > span.drawing[tabindex='0']")
    assert [region["aria-label"] for region in regions] == ["Dibujo que se desplaza"] * 2
    (svg,) = regions[0].select("svg")
    assert (svg["role"], svg["aria-label"]) == ("img", "a & b")
    assert [text.get_text() for text in svg.select("text")] == ["a", "b", "c", "d"]
    assert not svg.select("[id]"), "two drawings of a page would share their ids"


def test_drawing_has_the_text_size_of_the_page(drawn: Path, sources: Path) -> None:
    svg = finished(drawn, sources, "m/a.html").select_one(".drawing svg")
    assert svg is not None
    style = dict(entry.split(":") for entry in str(svg["style"]).split(";"))
    height = float(style["height"].removesuffix("em"))
    (background,) = [str(p["points"]) for p in svg.select("polygon[fill=white]")]
    ys = [float(point.split(",")[1]) for point in background.split()]
    # Graphviz shrank it to an inch, but writes the original sizes.
    assert height == pytest.approx((max(ys) - min(ys)) / 10, rel=0.05)
    assert height > 10


def test_drawing_links_to_the_original(drawn: Path, sources: Path) -> None:
    soup = finished(drawn, sources, "m/a.html")
    links = soup.select("a.drawing-original[href='a_files/drawn.svg']")
    assert [link.get_text() for link in links] == ["The original drawing"] * 2
    hidden = soup.select("img[hidden][loading=lazy]")
    assert [image["src"] for image in hidden] == ["a_files/drawn.svg"] * 2
    assert soup.select("img[src$='plot.svg']:not([hidden])"), "any other picture stays"


def test_drawing_is_unchanged_by_a_second_run(drawn: Path, sources: Path) -> None:
    site, home = Site.read(drawn), Home(None, "")
    once = finish_page((drawn / "m/a.html").read_text(), "m/a.html", site, home, sources)
    assert finish_page(once, "m/a.html", site, home, sources) == once
    assert len(BeautifulSoup(once, "html.parser").select(".drawing")) == 2

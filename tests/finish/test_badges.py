"""The links under a lesson's title."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.finish.pages import page
from tools.finish.finish import finish_page
from tools.finish.repository import Home, Repository
from tools.finish.site import Site

HOME = Home(Repository("ada/tape", "next"), "https://ada.github.io/tape/")
LESSON = "modules/01-engine/a.es.html"
TITLE = '<header id="title-block-header"><h1 class="title">A</h1></header>'


@pytest.fixture
def lesson(folder: Path, sources: Path) -> Path:
    """A lesson of the rendered folder, and its source."""
    path = folder / LESSON
    path.parent.mkdir(parents=True)
    path.write_text(page("es", "A", "../../", TITLE), encoding="utf-8")
    source = (sources / LESSON).with_suffix(".qmd")
    source.parent.mkdir(parents=True)
    source.write_text("# A\n")
    return path


def badges(folder: Path, sources: Path, address: str, home: Home) -> dict[str, str]:
    """Return the links under the title of a finished page: text and address."""
    text = (folder / address).read_text(encoding="utf-8")
    result = finish_page(text, address, Site.read(folder), home, sources)
    links = BeautifulSoup(result, "html.parser").select(".badges a")
    return {link.get_text(): str(link["href"]) for link in links}


def test_lesson_links_to_its_source(folder: Path, sources: Path, lesson: Path) -> None:
    assert badges(folder, sources, LESSON, HOME) == {
        "Código de esta página": (
            "https://github.com/ada/tape/blob/next/modules/01-engine/a.es.qmd"
        )
    }


def test_lesson_links_to_colab_and_binder(folder: Path, sources: Path, lesson: Path) -> None:
    lesson.with_suffix(".ipynb").write_text("{}")
    links = badges(folder, sources, LESSON, HOME)
    assert links["Abrir en Colab"] == (
        "https://colab.research.google.com/github/ada/tape/blob/gh-pages/"
        "modules/01-engine/a.es.ipynb"
    )
    assert links["Abrir en Binder"] == (
        "https://mybinder.org/v2/gh/ada/tape/gh-pages"
        "?urlpath=lab%2Ftree%2Fmodules%2F01-engine%2Fa.es.ipynb"
    )
    assert links["Cuaderno"] == "a.es.ipynb"


def test_only_download_remains_without_a_repository(
    folder: Path, sources: Path, lesson: Path
) -> None:
    lesson.with_suffix(".ipynb").write_text("{}")
    links = badges(folder, sources, LESSON, Home(None, ""))
    assert links == {"Cuaderno": "a.es.ipynb"}


def test_exercises_have_badges(folder: Path, sources: Path) -> None:
    address = "exercises/01-engine/index.html"
    path = folder / address
    path.parent.mkdir(parents=True)
    path.write_text(page("en", "A", "../../", TITLE), encoding="utf-8")
    path.with_suffix(".ipynb").write_text("{}")
    links = badges(folder, sources, address, HOME)
    assert list(links) == ["Open in Colab", "Open in Binder", "Notebook"]
    assert links["Notebook"] == "index.ipynb"


@pytest.mark.parametrize("end", [".html", ".es.html"])
def test_usage_page_links_to_the_release(folder: Path, sources: Path, end: str) -> None:
    address = f"modules/how-to-use{end}"
    path = folder / address
    path.parent.mkdir(parents=True)
    path.write_text(page("es" if ".es." in end else "en", "A", "../", TITLE), encoding="utf-8")
    links = badges(folder, sources, address, HOME)
    assert list(links.values()) == ["https://github.com/ada/tape/releases/latest"]
    assert badges(folder, sources, address, Home(None, "")) == {}


def test_other_pages_have_no_badges(folder: Path, sources: Path) -> None:
    text = page("en", "Gradients", "../", TITLE)
    (folder / "m/a.html").write_text(text, encoding="utf-8")
    assert badges(folder, sources, "m/a.html", HOME) == {}

"""The links to the course as zip files, and the note in a copy without them."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.finish.pages import page
from tools.finish.finish import finish_page
from tools.finish.repository import Home, Repository
from tools.finish.site import Site
from tools.release.release import NOTEBOOKS, SITE

ADDRESS = {"en": "m/a.html", "es": "m/a.es.html"}
PLACE = '<div class="local-copy"><p>a copy</p></div>'


def finished(folder: Path, sources: Path, lang: str, home: Home) -> BeautifulSoup:
    text = page(lang, "A", "../", body=PLACE)
    site = Site.read(folder)
    return BeautifulSoup(finish_page(text, ADDRESS[lang], site, home, sources), "html.parser")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_published_page_links_to_the_last_release(folder: Path, sources: Path, lang: str) -> None:
    soup = finished(folder, sources, lang, Home(Repository("ada/tape"), ""))
    assert soup.select_one(".downloads + .local-copy") is not None
    links = [str(link["href"]) for link in soup.select(".downloads a")]
    root = "https://github.com/ada/tape/releases/latest/download/"
    assert links == [root + SITE, root + NOTEBOOKS]


def test_local_copy_says_that_it_is_local(folder: Path, sources: Path) -> None:
    soup = finished(folder, sources, "en", Home(None, ""))
    assert not soup.select(".downloads")
    assert soup.select_one(".local-copy") is not None

"""The finishing step over a whole folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.finish.pages import UNTOUCHED
from tools.finish.finish import finish
from tools.finish.notfound import make_absolute
from tools.finish.repository import Home, Repository
from tools.stamp import ROOT

HOME = Home(Repository("ada/tape"), "https://ada.github.io/tape/")
NOWHERE = Home(None, "")


def read(folder: Path, address: str) -> BeautifulSoup:
    return BeautifulSoup((folder / address).read_text(encoding="utf-8"), "html.parser")


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.html")}


def test_finishing_twice_changes_nothing(folder: Path, sources: Path) -> None:
    assert finish(folder, HOME, sources) == 6
    once = snapshot(folder)
    assert finish(folder, HOME, sources) == 0
    (folder / "pagefind" / "finished.json").unlink()
    assert finish(folder, HOME, sources) == 6
    assert snapshot(folder) == once


def test_a_page_rendered_again_is_finished_again(folder: Path, sources: Path) -> None:
    fresh = (folder / "m" / "a.html").read_bytes()
    finish(folder, HOME, sources)
    finished = (folder / "m" / "a.html").read_bytes()
    (folder / "m" / "a.html").write_bytes(fresh)
    assert finish(folder, HOME, sources) == 1
    assert (folder / "m" / "a.html").read_bytes() == finished


def test_another_repository_renews_every_page(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    other = Home(Repository("eva/cinta"), "https://eva.github.io/cinta/")
    assert finish(folder, other, sources) == 6
    for address in snapshot(folder):
        assert "ada" not in (folder / address).read_text(encoding="utf-8")


def test_scripts_formulas_drawings_and_code_stay_byte_for_byte(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    text = (folder / "m" / "a.es.html").read_text(encoding="utf-8")
    for piece in UNTOUCHED:
        assert piece in text


def test_parts_of_libraries_are_no_pages(folder: Path, sources: Path) -> None:
    before = (folder / "site_libs" / "part.html").read_bytes()
    finish(folder, HOME, sources)
    assert (folder / "site_libs" / "part.html").read_bytes() == before


def test_the_error_page_works_at_any_address(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    soup = read(folder, "404.html")
    for element in soup.find_all(href=True) + soup.find_all(src=True):
        target = str(element.get("href", element.get("src")))
        assert target == "" or target.startswith(("/tape/", "https://", "#")), target
    assert soup.select_one("main a")["href"] == "/tape/index.html#sec-map"  # type: ignore[index]
    assert soup.select_one('meta[name="quarto:offset"]')["content"] == "/tape/"  # type: ignore[index]


def test_links_that_quarto_made_absolute_get_the_site_s_path() -> None:
    text = '<a href="/index.html">a</a><a href="/tape/b.html">b</a><a href="//cdn.org/c">c</a>'
    expected = text.replace('"/index', '"/tape/index')
    assert make_absolute(text, "/tape/") == expected
    assert make_absolute(expected, "/tape/") == expected
    assert make_absolute(text, "/") == text


def test_quarto_finishes_what_it_has_rendered(folder: Path) -> None:
    script = ROOT / "tools" / "finish" / "post_render.py"
    environment = {"PATH": os.environ["PATH"], "QUARTO_PROJECT_OUTPUT_DIR": str(folder)}
    run = subprocess.run(
        [sys.executable, script], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "6 pages finished" in run.stdout
    assert read(folder, "index.html").select(".language-switch")


def test_each_language_has_an_index_without_the_error_page(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    entry = json.loads((folder / "pagefind" / "pagefind-entry.json").read_text())
    assert {name: part["page_count"] for name, part in entry["languages"].items()} == {
        "en": 3,
        "es": 2,
    }


def test_what_the_pages_load_is_there(folder: Path, sources: Path) -> None:
    finish(folder, NOWHERE, sources)
    soup = read(folder, "m/a.html")
    loaded = [link["href"] for link in soup.select('link[rel="stylesheet"], link[rel="icon"]')]
    loaded += [script["src"] for script in soup.select("script[src]")]
    styles = ("shell.css", "highlight.css", "tokens.css")
    scripts = ("shell.js", "site.js")
    names = (*styles, "mark.svg", "site.css", *scripts)
    assert loaded == [f"../lib/theme/{name}" for name in names]
    for target in loaded:
        assert (folder / "m" / str(target)).resolve().is_file()


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="render the site first"):
        finish(tmp_path, NOWHERE, tmp_path)

"""The finishing step over a whole folder."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from bs4 import BeautifulSoup

from tests.finish.pages import BLOCK, FIGURE, HINT, SECTION, UNTOUCHED, page
from tests.finish.test_solutions import BLOCKS
from tests.finish.test_strips import MODULE, SLOTS, data, quarto_cells, walk
from tools.finish import finish as finishing
from tools.finish.finish import finish, finish_page
from tools.finish.notfound import make_absolute
from tools.finish.repository import Home, Repository
from tools.stamp import ROOT

HOME = Home(Repository("ada/tape"), "https://ada.github.io/tape/")
NOWHERE = Home(None, "")


def read(folder: Path, address: str) -> BeautifulSoup:
    return BeautifulSoup((folder / address).read_text(encoding="utf-8"), "html.parser")


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.html")}


BODIES = {
    "plain": "".join(UNTOUCHED),
    "of Quarto": FIGURE + BLOCK + SECTION + HINT,
    "with a solution": BLOCKS["with a copy button"].format(n=1),
    "with figures": data(walk=walk(), names=["x", "fig-b"]) + SLOTS + MODULE,
    "with figures of Quarto": data(walk=walk(), names=["x", "fig-b"]) + SLOTS + quarto_cells(),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_second_run_changes_nothing(folder: Path, sources: Path, body: str) -> None:
    (folder / "m" / "a.html").write_text(page("en", "A", "../", body), encoding="utf-8")
    assert finish(folder, HOME, sources) == 6
    once = snapshot(folder)
    assert finish(folder, HOME, sources) == 0
    (folder / "pagefind" / "finished.json").unlink()
    assert finish(folder, HOME, sources) == 6
    assert snapshot(folder) == once


def test_page_is_finished_again_after_rendering(folder: Path, sources: Path) -> None:
    fresh = (folder / "m" / "a.html").read_bytes()
    finish(folder, HOME, sources)
    finished = (folder / "m" / "a.html").read_bytes()
    (folder / "m" / "a.html").write_bytes(fresh)
    assert finish(folder, HOME, sources) == 1
    assert (folder / "m" / "a.html").read_bytes() == finished


def test_only_changed_pages_are_finished(
    folder: Path, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = snapshot(folder)
    minutes = '<span class="minutes" data-of="m/a.qmd">minutes</span>'
    minutes += f"{uuid4()}</main>"
    rendered["index.html"] = rendered["index.html"].replace(b"</main>", minutes.encode())

    def finished(changed: str = "") -> set[str]:
        """Finish the rendered pages, one with a new sentence; return the finished ones."""
        for address, content in rendered.items():
            (folder / address).write_bytes(content)
        if changed:
            text = rendered[changed].replace(b"</main>", f"<p>{uuid4()}</p></main>".encode())
            (folder / changed).write_bytes(text)
        done: set[str] = set()

        def noted(text: str, address: str, *others: Any) -> str:
            done.add(address)
            return finish_page(text, address, *others)

        monkeypatch.setattr(finishing, "finish_page", noted)
        finish(folder, HOME, sources)
        return done

    finished()
    once = snapshot(folder)
    assert finished() == set()
    assert snapshot(folder) == once
    assert finished("m/a.html") == {"m/a.html"}
    # The minutes of a page depend on another one.
    (sources / "m" / "a.qmd").write_text(f"{uuid4()} " * 3000)
    assert finished() == {"index.html"}
    assert "15 " in (folder / "index.html").read_text("utf-8")


def test_another_repository_changes_every_page(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    other = Home(Repository("eva/cinta"), "https://eva.github.io/cinta/")
    assert finish(folder, other, sources) == 6
    for address in snapshot(folder):
        assert "ada" not in (folder / address).read_text(encoding="utf-8")


def test_scripts_formulas_drawings_and_code_are_unchanged(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    text = (folder / "m" / "a.es.html").read_text(encoding="utf-8")
    for piece in UNTOUCHED:
        assert piece in text


def test_library_files_are_not_pages(folder: Path, sources: Path) -> None:
    before = (folder / "site_libs" / "part.html").read_bytes()
    finish(folder, HOME, sources)
    assert (folder / "site_libs" / "part.html").read_bytes() == before


def test_error_page_works_at_any_address(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    soup = read(folder, "404.html")
    for element in soup.find_all(href=True) + soup.find_all(src=True):
        target = str(element.get("href", element.get("src")))
        assert target == "" or target.startswith(("/tape/", "https://", "#")), target
    assert soup.select_one("main a")["href"] == "/tape/index.html#sec-map"  # type: ignore[index]
    assert soup.select_one('meta[name="quarto:offset"]')["content"] == "/tape/"  # type: ignore[index]


def test_absolute_links_of_quarto_get_the_site_path() -> None:
    text = '<a href="/index.html">a</a><a href="/tape/b.html">b</a><a href="//cdn.org/c">c</a>'
    expected = text.replace('"/index', '"/tape/index')
    assert make_absolute(text, "/tape/") == expected
    assert make_absolute(expected, "/tape/") == expected
    assert make_absolute(text, "/") == text


def test_quarto_runs_the_finishing_step(folder: Path) -> None:
    script = ROOT / "tools" / "finish" / "post_render.py"
    environment = {"PATH": os.environ["PATH"], "QUARTO_PROJECT_OUTPUT_DIR": str(folder)}
    run = subprocess.run(
        [sys.executable, script], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "6 pages finished" in run.stdout
    assert read(folder, "index.html").select(".language-switch")


def test_search_index_has_every_language(folder: Path, sources: Path) -> None:
    finish(folder, HOME, sources)
    entry = json.loads((folder / "pagefind" / "pagefind-entry.json").read_text())
    assert {name: part["page_count"] for name, part in entry["languages"].items()} == {
        "en": 3,
        "es": 2,
    }


def test_files_that_pages_load_exist(folder: Path, sources: Path) -> None:
    finish(folder, NOWHERE, sources)
    soup = read(folder, "m/a.html")
    loaded = [link["href"] for link in soup.select('link[rel="stylesheet"]')]
    loaded += [script["src"] for script in soup.select("script[src]")]
    styles = ("shell.css", "highlight.css", "tokens.css")
    scripts = ("shell.js", "site.js")
    names = (*styles, "site.css", *scripts)
    assert loaded == [f"../lib/theme/{name}" for name in names]
    for target in loaded:
        assert (folder / "m" / str(target)).resolve().is_file()


def test_empty_folder_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="render the site first"):
        finish(tmp_path, NOWHERE, tmp_path)

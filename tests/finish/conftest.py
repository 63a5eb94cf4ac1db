"""A small rendered site in two languages."""

from pathlib import Path

import pytest

from tests.finish.pages import page


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """The project's root: two sources and the files that the finishing step copies."""
    root = tmp_path / "sources"
    theme = root / "lib" / "theme"
    theme.mkdir(parents=True)
    shell = ("shell.css", "highlight.css", "shell.js")
    for name in ("site.js", "site.css", "mark.svg", "card.png", *shell):
        (theme / name).write_text(f"{name}\n")
    (root / "m").mkdir()
    (root / "m" / "a.qmd").write_text("# A\n")
    (root / "m" / "a.es.qmd").write_text("# A\n")
    return root


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The rendered folder, with a page in a sub-folder and one without a twin."""
    root = tmp_path / "site"
    pages = {
        "index.html": page("en", "Start"),
        "index.es.html": page("es", "Inicio"),
        "404.html": page("en", "Not found"),
        "m/a.html": page("en", "Gradients", "../"),
        "m/a.es.html": page("es", "Gradientes", "../"),
        "m/alone.html": page("en", "Alone", "../"),
        "site_libs/part.html": "<html><body>part of a library</body></html>",
    }
    (root / "lib" / "theme").mkdir(parents=True)
    (root / "lib" / "theme" / "tokens.css").write_text("tokens.css\n")
    for address, text in pages.items():
        (root / address).parent.mkdir(parents=True, exist_ok=True)
        (root / address).write_text(text, encoding="utf-8")
    return root

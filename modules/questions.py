"""The questions of each lesson, read from its source: what a reader's progress is counted in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_TITLE = re.compile(r'^title: "(.+)"$', re.MULTILINE)
_QUESTION = re.compile(r'\b(?:prediction|quiz)\([^`]*?\bid: "([^"]+)"')


def questions_of(source: Path) -> list[str]:
    """Return the ids of the questions of a page, from top to end.

    Args:
        source: The page's `.qmd` file. Its twin in the other language has the same ids.

    Example:
        >>> questions_of(Path("modules/01-autograd-engine/scalars.qmd"))[0]
        'chain-slope'
    """
    return list(dict.fromkeys(_QUESTION.findall(source.read_text(encoding="utf-8"))))


def in_module(folder: Path, lang: str) -> dict[str, Any]:
    """Return what the view `progress` takes for a whole module: its index and all its questions.

    Args:
        folder: Where the module's pages stand, seen from the page that shows them.
        lang: `"en"` or `"es"`.
    """
    ending = "" if lang == "en" else f".{lang}"
    index = folder / f"index{ending}.qmd"
    pages = [page for page in sorted(folder.glob("*.qmd")) if not page.stem.endswith(".es")]
    return {
        "title": _title(index),
        "href": index.with_suffix(".html").as_posix(),
        "questions": [question for page in pages for question in questions_of(page)],
    }


def parts(folder: Path, names: list[str], lang: str) -> list[dict[str, Any]]:
    """Return what the view `progress` takes: title, link and questions of each page of a folder.

    Args:
        folder: Where the pages stand, seen from the page that shows them.
        names: Their file names without endings, in order.
        lang: `"en"` or `"es"`.

    Raises:
        FileNotFoundError: There is no such page in that language.
        LookupError: A page has no title, or asks no question.
    """
    ending = "" if lang == "en" else f".{lang}"
    found = []
    for name in names:
        source = folder / f"{name}{ending}.qmd"
        questions = questions_of(source)
        if not questions:
            raise LookupError(f"{source} asks no question. Usually it is no lesson: leave it out.")
        link = source.with_suffix(".html").as_posix()
        found.append({"title": _title(source), "href": link, "questions": questions})
    return found


def _title(source: Path) -> str:
    title = _TITLE.search(source.read_text(encoding="utf-8"))
    if title is None:
        raise LookupError(f"{source} has no title in its front matter")
    return title[1]

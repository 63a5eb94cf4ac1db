"""The questions of each lesson, read from its source, which count a reader's progress."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tapewalk.language import language_in

_TITLE = re.compile(r'^title: "(.+)"$', re.MULTILINE)
_ORDER = re.compile(r"^order: ([\d.]+)$", re.MULTILINE)
# The rounds of a puzzle are counted, not listed: `#lab-puzzle rounds="10"`.
_ROUNDS = re.compile(r'#(\w+)-puzzle [^}]*rounds="(\d+)"')
_QUESTION = re.compile(r'\b(?:prediction|quiz)\([^`]*?\bid: "([^"]+)"')


def questions_of(source: Path) -> list[str]:
    """Return the ids of the questions of a page, from top to bottom.

    Args:
        source: The page's `.qmd` file. Its twin in the other language has the same ids.

    Example:
        >>> questions_of(Path("modules/01-autograd-engine/scalars.qmd"))[0]
        'chain-slope'
    """
    text = source.read_text(encoding="utf-8")
    rounds = [f"{name}-{i + 1}" for name, count in _ROUNDS.findall(text) for i in range(int(count))]
    return list(dict.fromkeys([*_QUESTION.findall(text), *rounds]))


def in_module(folder: Path, lang: str) -> dict[str, Any]:
    """Return the data of the view `progress` for a whole module: its index and all its questions.

    Args:
        folder: The folder of the module's pages, relative to the page that shows them.
        lang: `"en"` or `"es"`.
    """
    pages = _pages(folder, lang)
    (index,) = (page for page in pages if page.name.startswith("index."))
    return {
        "title": _title(index),
        "href": index.with_suffix(".html").as_posix(),
        "questions": [question for page in pages for question in questions_of(page)],
    }


def parts(folder: Path, lang: str) -> list[dict[str, Any]]:
    """Return the data of the view `progress`: title, link and questions of each lesson of a folder.

    Args:
        folder: The folder of the pages, relative to the page that shows them.
        lang: `"en"` or `"es"`.

    Raises:
        LookupError: A lesson has no title, or asks no question.
    """
    made = []
    for source in lessons(folder, lang):
        questions = questions_of(source)
        if not questions:
            raise LookupError(f"{source} asks no question: each lesson asks at least one.")
        link = source.with_suffix(".html").as_posix()
        made.append({"title": _title(source), "href": link, "questions": questions})
    return made


def lessons(folder: Path, lang: str) -> list[Path]:
    """Return the lessons of a folder in their order: the pages with `order` in their front matter.

    Args:
        folder: The folder.
        lang: `"en"` or `"es"`.
    """
    order = {
        page: float(found[1])
        for page in _pages(folder, lang)
        if (found := _ORDER.search(page.read_text("utf-8")))
    }
    return sorted(order, key=order.__getitem__)


def _pages(folder: Path, lang: str) -> list[Path]:
    return [page for page in sorted(folder.glob("*.qmd")) if language_in(page.name) == lang]


def _title(source: Path) -> str:
    title = _TITLE.search(source.read_text(encoding="utf-8"))
    if title is None:
        raise LookupError(f"{source} has no title in its front matter")
    return title[1]

"""The course's .qmd sources for the page tests: front matter, cells, sections."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any

import yaml

from tapewalk.language import LANGUAGES, language_in, page_ending
from tools.preview import config

ROOT = Path(__file__).resolve().parents[2]

_FRONT_MATTER = re.compile(r"\A---\n(.*?)^---\n", re.DOTALL | re.MULTILINE)
_CELL = re.compile(r"^(`{3,})\{(python|ojs)\}\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^(#{1,6}) (?:.*\{[^}]*#([\w-]+)[^}]*\}\s*$)?", re.MULTILINE)
_INCLUDE = re.compile(r"^\{\{< include (\S+) >\}\}$", re.MULTILINE)
# The tasks of exercises are next to their checks, and read as the page's own text.
_TASK_INCLUDE = re.compile(r"^\{\{< include (\S+/tasks?(?:\.\w+)?\.qmd) >\}\}\n", re.MULTILINE)
_CODE_INCLUDE = re.compile(r"^\{\{< include (\S+\.py) >\}\}$", re.MULTILINE)
_OPTION = re.compile(r"^(?:#\||//\|) ?(.*)$")


@dataclass(frozen=True)
class Cell:
    """One executable cell.

    Attributes:
        language: `python` or `ojs`.
        options: Its `#|` or `//|` lines, read as YAML.
        code: Its other lines.
        line: The line of the file on which it begins, for messages.
    """

    language: str
    options: dict[str, Any]
    code: str
    line: int


@dataclass(frozen=True)
class Page:
    """One .qmd file."""

    path: Path

    @property
    def name(self) -> str:
        """The path from the root of the repository, for messages."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def lang(self) -> str:
        """The language in its name."""
        return language_in(self.path.name)

    def translation(self, lang: str) -> Page:
        """Return the same page in a language, whether or not there is one."""
        stem = self.path.name.removesuffix(f"{page_ending(self.lang)}.qmd")
        return Page(self.path.with_name(f"{stem}{page_ending(lang)}.qmd"))

    @cached_property
    def text(self) -> str:
        # A file of a module's tasks includes each of them.
        listed = _TASK_INCLUDE.sub(self._task, self.path.read_text(encoding="utf-8"))
        return _TASK_INCLUDE.sub(self._task, listed)

    def _task(self, include: re.Match[str]) -> str:
        return (self.path.parent / include[1]).read_text(encoding="utf-8")

    @cached_property
    def meta(self) -> dict[str, Any]:
        found = _FRONT_MATTER.match(self.text)
        assert found, f"{self.name} has no front matter: it opens with `---` on line 1"
        meta: dict[str, Any] = yaml.safe_load(found[1])
        return meta

    @cached_property
    def body(self) -> str:
        """The text after the front matter."""
        return _FRONT_MATTER.sub("", self.text, count=1)

    @cached_property
    def cells(self) -> list[Cell]:
        """Its cells, and those of included files, in the order they run."""
        text = _CODE_INCLUDE.sub(self._code, self.text)
        own = [(found.start(), [_cell(found, text)]) for found in _CELL.finditer(text)]
        included = [
            (found.start(), Page(self.path.parent / found[1]).cells)
            for found in _INCLUDE.finditer(text)
        ]
        return [cell for _, cells in sorted(own + included, key=itemgetter(0)) for cell in cells]

    def _code(self, include: re.Match[str]) -> str:
        return (self.path.parent / include[1]).read_text(encoding="utf-8").rstrip()

    @cached_property
    def prose(self) -> str:
        """The body without its cells."""
        return _CELL.sub("", self.body)

    @cached_property
    def outline(self) -> list[tuple[int, str]]:
        """The level and the id of each heading, "" for one without an id."""
        return [(len(found[1]), found[2] or "") for found in _HEADING.finditer(self.prose)]


def _cell(found: re.Match[str], text: str) -> Cell:
    lines = found[3].splitlines()
    options = [option[1] for line in lines if (option := _OPTION.match(line))]
    code = [line for line in lines if not _OPTION.match(line)]
    return Cell(
        language=found[2],
        # libyaml's loader is ten times faster, and there are thousands of cells.
        options=yaml.load("\n".join(options), Loader=yaml.CSafeLoader) or {},
        code="\n".join(code),
        line=text.count("\n", 0, found.start()) + 1,
    )


@cache
def pages() -> tuple[Page, ...]:
    """Return every page of the render list."""
    return tuple(Page(path) for path in config.load(ROOT).pages)


@cache
def pairs() -> tuple[tuple[Page, Page], ...]:
    """Return each English page with each of its translations."""
    first, *others = LANGUAGES
    return tuple(
        (page, page.translation(lang))
        for page in pages()
        for lang in others
        if page.lang == first and page.translation(lang).path.is_file()
    )

"""A .qmd file: its front matter, and its lines with the includes pasted in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tools.preview import keys, located, shortcodes
from tools.preview.config import Project
from tools.preview.errors import BuildError, Place, Problems, stop
from tools.preview.located import Located


class Line(NamedTuple):
    """A line of text and its place in the page or in an include."""

    text: str
    place: Place


@dataclass(frozen=True)
class Source:
    """The source of a page.

    Attributes:
        path: The .qmd file.
        meta: Its checked front matter.
        lines: The lines after the front matter, includes pasted in.
        included: The files that were pasted in.
    """

    path: Path
    meta: Located
    lines: tuple[Line, ...]
    included: frozenset[Path]

    def find(self, needle: str) -> list[Place]:
        """Return the place of `needle`; the page's first line if a cell produced it."""
        places = [line.place for line in self.lines if needle in line.text]
        return places or [Place(self.path, 1)]


@dataclass(frozen=True)
class Options:
    """A page's settings: its own front matter first, then the project's."""

    project: Project
    meta: Located

    def get(self, name: str, default: object = None) -> Any:
        """Return an option of the html format."""
        value = self.meta.get(name)
        if value is None:
            value = self.project.settings.get("format", "html", name)
        return default if value is None else value

    @property
    def runs_cells(self) -> bool:
        """Whether the page's cells run: those of exercises are handed out unrun."""
        return self.meta.get("execute", "enabled") is not False

    @property
    def lang(self) -> str:
        """The page's language."""
        return str(self.meta.get("lang") or self.project.settings.get("lang") or "en")


def read(path: Path, project: Project) -> Source:
    """Read a page.

    Raises:
        BuildError: Its front matter is outside the subset, or an include can't be pasted.
    """
    text = path.read_text("utf-8")
    all_lines = [Line(line, Place(path, n)) for n, line in enumerate(text.splitlines(), 1)]
    meta, body = _split(path, all_lines)
    problems = Problems()
    for key, message in keys.check(meta, "page", "a page's front matter"):
        problems.add(meta.place(*key), message)
    included: set[Path] = set()
    lines = _paste(body, path, project.root, (path,), included, problems)
    problems.stop_if_any()
    return Source(path, meta, tuple(lines), frozenset(included))


def _split(path: Path, lines: list[Line]) -> tuple[Located, list[Line]]:
    if not lines or lines[0].text.rstrip() != "---":
        return Located(path), lines
    for index, line in enumerate(lines[1:], 1):
        if line.text.rstrip() in ("---", "..."):
            yaml = "\n".join(inner.text for inner in lines[1:index])
            return located.parse(yaml, path, first_line=2), lines[index + 1 :]
    raise stop(lines[0].place, "the front matter opens with `---` and never closes")


def _paste(
    lines: list[Line],
    page: Path,
    root: Path,
    stack: tuple[Path, ...],
    included: set[Path],
    problems: Problems,
) -> list[Line]:
    """Return `lines` with every include replaced by the lines of its file."""
    pasted: list[Line] = []
    for line in lines:
        target = shortcodes.include_target(line.text)
        if target is None:
            pasted.append(line)
            continue
        # In Quarto, paths are relative to the page, not to the including file, for nested includes
        # too.
        base = root if target.startswith("/") else page.parent
        path = (base / target.lstrip("/")).resolve()
        if path in stack:
            problems.add(line.place, f"`{target}` includes itself")
        elif not path.is_file():
            problems.add(line.place, f"there is no file `{target}` to include (from {page.name})")
        else:
            included.add(path)
            inner = path.read_text("utf-8").splitlines()
            located_lines = [Line(text, Place(path, n)) for n, text in enumerate(inner, 1)]
            pasted += _paste(located_lines, page, root, (*stack, path), included, problems)
    return pasted


_ANY_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")


def expand_shortcodes(source: Source, project: Project) -> Source:
    """Return the page with its shortcodes replaced, outside executable cells.

    Raises:
        BuildError: A shortcode is unknown or has no value.
    """
    problems = Problems()
    expanded: list[Line] = []
    cell_fence = ""
    for line in source.lines:
        fence = _ANY_FENCE.match(line.text)
        if cell_fence:
            expanded.append(line)
            if fence and fence[1].startswith(cell_fence) and not line.text.strip().strip("`~"):
                cell_fence = ""
            continue
        if fence and re.match(r"\{(python|ojs)\b", line.text[fence.end() :].strip()):
            cell_fence = fence[1]
            expanded.append(line)
            continue
        try:
            text = shortcodes.expand(line.text, line.place, project.variables)
            expanded.append(Line(text, line.place))
        except BuildError as error:
            problems.take(error)
    problems.stop_if_any()
    return Source(source.path, source.meta, tuple(expanded), source.included)

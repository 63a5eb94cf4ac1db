"""Markdown and HTML that the project file adds to every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tools.preview import pandoc
from tools.preview.config import Project
from tools.preview.errors import Place, Problems
from tools.preview.located import Located
from tools.preview.page import Page
from tools.preview.source import Line


async def footer_html(texts: Mapping[str, str], project: Project) -> dict[str, str]:
    """Return the footer's markdown as HTML, by side.

    Args:
        texts: The markdown, by side; empty ones stay empty.
        project: The project, whose file holds them.

    Raises:
        BuildError: Pandoc prints a warning.
    """
    problems = Problems()
    parts: dict[str, str] = {}
    for side, text in texts.items():
        place = project.settings.place("website", "page-footer", side)
        lines = [Line(line, place) for line in text.splitlines()]
        tree = await pandoc.read(lines, problems) if lines else None
        parts[side] = await pandoc.write(tree, lines, problems) if tree else ""
    problems.stop_if_any()
    return parts


def included_html(project: Project, pages: Iterable[Page], option: str) -> dict[str, str]:
    """Return the additions of include-in-header or include-after-body.

    Args:
        project: The project, whose additions have the key "".
        pages: The pages, whose additions have their names as keys.
        option: The option's name.

    Raises:
        BuildError: A file it names is missing.
    """
    problems = Problems()
    included = {"": _included(project.settings, project.root, option, problems)}
    for each in pages:
        folder = each.source.path.parent
        included[each.name] = _included(each.source.meta, folder, option, problems)
    problems.stop_if_any()
    return included


def _included(located: Located, folder: Path, option: str, problems: Problems) -> str:
    key = ("format", "html", option) if located.get("format", "html", option) else (option,)
    listed = located.get(*key) or []
    pieces = [
        _piece(entry, folder, located.place(*key), problems)
        for entry in (listed if isinstance(listed, list) else [listed])
    ]
    return "\n".join(pieces)


def _piece(entry: object, folder: Path, place: Place, problems: Problems) -> str:
    if isinstance(entry, dict) and "text" in entry:
        return str(entry["text"])
    name = str(entry["file"] if isinstance(entry, dict) else entry)
    path = folder / name
    if not path.is_file():
        problems.add(place, f"there is no file `{name}`")
        return ""
    return path.read_text("utf-8")

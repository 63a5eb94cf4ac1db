"""The files that are copied unchanged: resources, styles and the files that these name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from tools.preview.config import Project, matches
from tools.preview.errors import Place, Problems

_CSS_URL = re.compile(
    r"""(?:@import\s+(?:url\(\s*)?|url\(\s*)(["']?)(?!data:|https?:|#)([^"')]+)\1\s*\)?"""
)
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def collect(project: Project, problems: Problems) -> set[Path]:
    """Return the files that the project file and its styles name.

    Args:
        project: The project.
        problems: Collects the missing files.
    """
    settings = project.settings
    paths: set[Path] = set()
    for index, pattern in enumerate(settings.get("project", "resources") or []):
        place = settings.place("project", "resources", index)
        fitting = matches(project.root, pattern)
        if not fitting:
            problems.add(place, f"`{pattern}` in resources matches no file (make build makes them)")
        paths.update(fitting)
    favicon = settings.get("website", "favicon")
    if favicon:
        _add(project.root / favicon, settings.place("website", "favicon"), paths, problems)
    for index, name in enumerate(project.stylesheets):
        place = settings.place("format", "html", "css", index)
        _style(project.root / name, place, paths, problems)
    return paths


def _style(path: Path, place: Place, found: set[Path], problems: Problems) -> None:
    """Add a stylesheet and, recursively, its imports and pictures."""
    if path in found or not _add(path, place, found, problems) or path.suffix != ".css":
        return
    text = path.read_text("utf-8")
    # Comments become empty lines, so that line numbers stay right.
    bare = _CSS_COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)
    for match in _CSS_URL.finditer(bare):
        target = (path.parent / match[2].split("#")[0].split("?")[0]).resolve()
        line = bare.count("\n", 0, match.start()) + 1
        _style(target, Place(path, line), found, problems)


def _add(path: Path, place: Place, found: set[Path], problems: Problems) -> bool:
    if not path.is_file():
        problems.add(place, f"there is no file `{path.name}` here (make build makes those of lib/)")
        return False
    found.add(path)
    return True


def copy(paths: Iterable[Path], root: Path, out: Path) -> None:
    """Copy files into the site, each under its path in the project."""
    for path in sorted(paths):
        target = out / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)

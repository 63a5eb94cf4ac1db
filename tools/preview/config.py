"""`_quarto.yml` and `_variables.yml`, checked and turned into plain objects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tools.preview import keys, located
from tools.preview.errors import Place, Problems
from tools.preview.located import Located

PROJECT_FILE = "_quarto.yml"
VARIABLES_FILE = "_variables.yml"


@dataclass(frozen=True)
class Project:
    """The settings that the whole site shares.

    Attributes:
        root: The folder of `_quarto.yml`.
        settings: The checked project file.
        variables: The values for `{{< var … >}}`.
        pages: The .qmd files to render, in the order of the `render` list.
    """

    root: Path
    settings: Located
    variables: Located
    pages: tuple[Path, ...]

    @property
    def title(self) -> str:
        """The site's name, as it follows a page's title."""
        return str(self.settings.get("website", "title") or "")

    @property
    def output(self) -> Path:
        """The default folder of the site."""
        return self.root / str(self.settings.get("project", "output-dir") or "_site")

    @property
    def stylesheets(self) -> list[str]:
        """The css files of all pages, relative to the project's folder."""
        return list(self.settings.get("format", "html", "css") or [])


def load(root: Path) -> Project:
    """Read and check a project.

    Raises:
        BuildError: The project file is missing, or has something outside the subset.
    """
    problems = Problems()
    path = root / PROJECT_FILE
    settings = located.read(path)
    if not path.is_file():
        problems.add(Place(path, 1), "there is no such file: run this in the project's folder")
    for key, message in keys.check(settings, "project", PROJECT_FILE):
        problems.add(settings.place(*key), message)
    problems.stop_if_any()
    pages = _pages(root, settings, problems)
    problems.stop_if_any()
    return Project(root, settings, located.read(root / VARIABLES_FILE), pages)


def _pages(root: Path, settings: Located, problems: Problems) -> tuple[Path, ...]:
    """Return the sources that the `render` list names, each once."""
    listed = settings.get("project", "render")
    patterns: list[str] = listed if listed else ["**/*.qmd"]
    pages: dict[Path, None] = {}
    for index, pattern in enumerate(patterns):
        if re.match(r"[^/*][^*]*/.*\*", pattern):
            place = settings.place("project", "render", index)
            problems.add(
                place, f"Quarto matches `{pattern}` in every folder: begin it with a slash"
            )
            continue
        fitting = [path for path in matches(root, pattern) if _is_page(path.relative_to(root))]
        if not fitting:
            place = settings.place("project", "render", index)
            problems.add(place, f"`{pattern}` in the render list matches no .qmd file")
        pages.update(dict.fromkeys(fitting))
    return tuple(pages)


def _is_page(path: Path) -> bool:
    # Quarto also skips names that begin with "_" or ".", so includes are not rendered as pages.
    hidden = any(part.startswith(("_", ".")) or part == "node_modules" for part in path.parts)
    return path.suffix == ".qmd" and not hidden


def matches(root: Path, pattern: str) -> list[Path]:
    """Return the files under `root` that a glob matches, sorted; a folder means all its files."""
    pattern = pattern.removeprefix("/").rstrip("/")
    paths: set[Path] = set()
    if not re.search(r"[*?\[]", pattern):
        candidates = [root / pattern]
    else:
        candidates = list(root.glob(pattern))
    for path in candidates:
        if path.is_dir():
            paths.update(inner for inner in path.rglob("*") if inner.is_file())
        elif path.is_file():
            paths.add(path)
    return sorted(paths)

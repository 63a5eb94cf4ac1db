"""What a page's results depend on: the names under which they are kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tools.preview.cache import digest, file_digest, tree_digest
from tools.preview.config import VARIABLES_FILE, Project
from tools.preview.ojs import HERE
from tools.preview.page import Page

# What cells of all pages import and read: the library, helpers of the pages, measured results.
_READ = ("lib/tapewalk", "lib/tapewalk_course", "modules/library", "bench/results")
_PINS = ("requirements.txt", "requirements-dev.txt")


class Keys:
    """Names results after the hash of everything they depend on.

    Attributes:
        shared: The hash of what every page's cells depend on: Python, the library, the pins.
    """

    def __init__(self, project: Project) -> None:
        root = project.root
        self.shared = digest(
            sys.version,
            tree_digest(root, (path for name in _READ for path in _library(root / name))),
            [file_digest(root / name) for name in (VARIABLES_FILE, *_PINS)],
        )
        # What the preview itself is made with lies beside it, not beside the site.
        pins = [HERE.parents[1] / name for name in ("requirements-dev.txt", "package-lock.json")]
        self._tool = tree_digest(HERE, [*_library(HERE), *pins])

    def cells(self, page: Page) -> str:
        """Returns the key of what a page's Python cells print and draw.

        The prose is not in it: editing a sentence runs nothing again.
        """
        steps = [[step.what.code, step.may_fail] for step in page.steps()]
        if not steps:
            return "none"
        included = tree_digest(page.project.root, page.source.included)
        beside = tree_digest(page.project.root, _beside(page.source.path, page.project.root))
        return digest(self.shared, page.name, steps, asdict(page.figures()), included, beside)

    def page(self, page: Page) -> str:
        """Returns the key of a rendered page."""
        source = page.source
        return digest(
            self.cells(page),
            self._tool,
            page.name,
            [line.text for line in source.lines],
            source.meta.data,
            page.project.settings.data,
        )


def _library(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".qmd" and "__pycache__" not in path.parts:
            yield path


def _beside(page: Path, root: Path) -> Iterator[Path]:
    """Yields the files that a page's cells may read: those in its folder, other pages apart.

    Beside pages in the project's own folder stand the project's files: those are no data.
    """
    if page.parent == root:
        return
    for path in page.parent.iterdir():
        if path.is_file() and path.suffix != ".qmd" and not path.name.startswith("."):
            yield path

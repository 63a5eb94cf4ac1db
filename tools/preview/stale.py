"""The keys of a page's results, from everything that they depend on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tools.preview.cache import digest, file_digest, tree_digest
from tools.preview.config import VARIABLES_FILE, Project
from tools.preview.ojs import HERE
from tools.preview.page import Page

# The files that cells of any page may read: the library, helpers, measured results.
_READ = (
    "lib/tapewalk",
    "lib/tapewalk_course",
    "lib/tapewalk_grade",
    "modules/library",
    "bench/results",
)
_PINS = ("requirements.txt", "requirements-dev.txt")


class Keys:
    """The keys of results: hashes of everything that they depend on.

    Attributes:
        shared: The hash of the inputs of all pages' cells: Python, the library, the pins.
    """

    def __init__(self, project: Project) -> None:
        root = project.root
        self.shared = digest(
            sys.version,
            tree_digest(root, (path for name in _READ for path in _library(root / name))),
            [file_digest(root / name) for name in (VARIABLES_FILE, *_PINS)],
        )
        # The preview's own sources are in its repository, not in the site's.
        pins = [HERE.parents[1] / name for name in ("requirements-dev.txt", "package-lock.json")]
        self._tool = tree_digest(HERE, [*_library(HERE), *pins])

    def cells(self, page: Page) -> str:
        """Return the key of the outputs of a page's Python cells.

        The prose is not in it: editing a sentence does not run the cells again.
        """
        steps = [step.code for step in page.steps()]
        if not steps:
            return "none"
        included = tree_digest(page.project.root, page.source.included)
        beside = tree_digest(page.project.root, _beside(page.source.path, page.project.root))
        return digest(self.shared, page.name, steps, included, beside)

    def page(self, page: Page) -> str:
        """Return the key of a rendered page."""
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
    """Yield the files that a page's cells may read: those in its folder, without pages.

    The project's root is an exception: its files are not data.
    """
    if page.parent == root:
        return
    for path in page.parent.iterdir():
        if path.is_file() and path.suffix != ".qmd" and not path.name.startswith("."):
            yield path

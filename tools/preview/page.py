"""A page that was read and split, and its settings."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tools.preview.cells import Inline, Part, Prose
from tools.preview.config import Project
from tools.preview.execute import Step
from tools.preview.source import Options, Source
from tools.preview.words import words


@dataclass(frozen=True)
class Page:
    """A page, ready to be run and rendered."""

    source: Source
    parts: tuple[Part, ...]
    options: Options

    @property
    def project(self) -> Project:
        """The site it belongs to."""
        return self.options.project

    @cached_property
    def name(self) -> str:
        """Its path, relative to the project's folder."""
        return self.source.path.relative_to(self.project.root).as_posix()

    @cached_property
    def folder(self) -> str:
        """The folder of `name`; "" for the project's own."""
        return posixpath.dirname(self.name)

    @property
    def offset(self) -> str:
        """The path from the page to the site's root."""
        return "../" * self.name.count("/") or "./"

    @property
    def words(self) -> Mapping[str, str]:
        """The preview's words in the page's language."""
        return words(self.options.lang)

    def steps(self) -> list[Step]:
        """Return the cells and expressions that the kernel runs, in order."""
        if not self.options.runs_cells:
            return []
        steps: list[Step] = []
        for part in self.parts:
            if isinstance(part, Prose):
                steps += [piece for piece in part.pieces if isinstance(piece, Inline)]
            elif part.language == "python":
                steps.append(part)
        return steps

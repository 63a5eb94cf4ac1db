"""The reasons why a build stops: a file, a line and a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple


class Place(NamedTuple):
    """A line of a source file, counted from 1."""

    path: Path
    line: int


@dataclass(frozen=True, order=True)
class Problem:
    """One reason to stop, and the place of its cause."""

    place: Place
    message: str

    def show(self, root: Path) -> str:
        """Return `path:line: message`, with the path relative to `root`."""
        path = self.place.path
        shown = path.relative_to(root) if path.is_relative_to(root) else path
        return f"{shown.as_posix()}:{self.place.line}: {self.message}"


class BuildError(Exception):
    """An error that ends a build before it changes the output folder."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("; ".join(problem.message for problem in self.problems))


def stop(place: Place, message: str) -> BuildError:
    """Return the error for a single problem, to be raised."""
    return BuildError([Problem(place, message)])


class Problems:
    """A collection of problems, so that a build reports all of them at once."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, place: Place, message: str) -> None:
        """Note one problem and go on."""
        self.found.append(Problem(place, message))

    def take(self, error: BuildError) -> None:
        """Note the problems of an error that was caught."""
        self.found.extend(error.problems)

    def stop_if_any(self) -> None:
        """End a phase.

        Raises:
            BuildError: A problem was noted.
        """
        if self.found:
            raise BuildError(self.found)

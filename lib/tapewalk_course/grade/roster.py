"""Points written into a learning platform's own list of learners, for it to take back.

The list is the gradebook that Canvas exports, or the grading worksheet of an assignment in Moodle,
known by the headings that the two give it in English and Moodle in Spanish.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tapewalk_course.grade.result import Result

# What the platforms call the folder or file of a submission that they hand out for download.
_MOODLE: Final = re.compile(r"_(\d+)_assignsubmission_")
_CANVAS: Final = re.compile(r"^[^_]+(?:_(?i:late))?_(\d+)_\d+_")

_IDS: Final = ("Identifier", "Identificador", "ID")
_GRADES: Final = ("Grade", "Calificación")
_NAMES: Final = (
    *("SIS User ID", "SIS Login ID", "Student", "Full name", "Email address"),
    *("Nombre completo", "Dirección de correo"),
)
_POSSIBLE: Final = "Points Possible"
_TITLE: Final = "Walk the Tape"


class RosterError(ValueError):
    """A file is no list of learners; `key` names the reason among the words."""

    def __init__(self, key: str, error: str = "") -> None:
        super().__init__(key)
        self.key, self.error = key, error


@dataclass(frozen=True)
class Roster:
    """A list of learners.

    Attributes:
        rows: Of the file, the headings first.
    """

    rows: tuple[tuple[str, ...], ...]

    def filled(self, results: Sequence[Result]) -> tuple[str, list[str]]:
        """Returns the list with the points in it, and the paths of whoever is not in it.

        Of several notebooks of a learner with the same exercises, the best counts.

        Args:
            results: Of all notebooks.
        """
        heads, *rows = (list(row) for row in self.rows)
        modules = sorted({_modules(result) for result in results if result.marks})
        grade = _first(heads, _GRADES)
        if grade is None:
            title = " ".join([_TITLE, *modules])
            # Canvas adds a number of its own to the names of columns.
            grade = next((i for i, head in enumerate(heads) if head.startswith(title)), len(heads))
            heads[grade:] = heads[grade:] or [title]
        best: dict[int, dict[str, float]] = {}
        unknown: list[str] = []
        for result in results:
            place = self._row(result.path)
            if place is None:
                unknown.append(result.path)
                continue
            points = best.setdefault(place, {})
            module = _modules(result)
            points[module] = max(points.get(module, 0), result.points)
        most = {_modules(result): result.of for result in results if result.marks}
        for place, row in enumerate(rows):
            row += [""] * (len(heads) - len(row))
            if row[0].strip() == _POSSIBLE:
                row[grade] = str(sum(most.values()))
            elif place in best:
                row[grade] = str(sum(best[place].values()))
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([heads, *rows])
        return out.getvalue(), unknown

    def _row(self, path: str) -> int | None:
        """Returns the place of the learner whose notebook it is, without the headings."""
        heads, *rows = self.rows
        number, parts = number_of(path), {part.casefold() for part in Path(path).parts}
        for place, row in enumerate(rows):
            cells = dict(zip(heads, row, strict=False))
            # Moodle's say "Participant 123".
            known = {cells[name].split()[-1] for name in _IDS if cells.get(name, "").strip()}
            names = {cells[name].casefold() for name in _NAMES if cells.get(name)}
            if number in known or names & parts:
                return place
        return None


def roster(path: Path) -> Roster:
    """Returns the list of learners in a file.

    Raises:
        RosterError: It can't be read, or is none.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows = tuple(tuple(row) for row in csv.reader(io.StringIO(text)) if row)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RosterError("roster_unreadable", str(error)) from error
    if not rows or _first(rows[0], _IDS) is None:
        raise RosterError("no_roster")
    return Roster(rows)


def learners_in(path: Path) -> list[str]:
    """Returns how learners are called: in a platform's list by their numbers, else one a line.

    Raises:
        RosterError: The file can't be read, or names nobody.
    """
    if path.suffix == ".csv":
        heads, *rows = roster(path).rows
        place = _first(heads, _IDS) or 0
        # Moodle's say "Participant 123", Canvas has a row that is no learner's.
        cells = [row[place].split() for row in rows if len(row) > place]
        names = [words[-1] for words in cells if words]
    else:
        try:
            names = [line.strip() for line in path.read_text("utf-8-sig").splitlines()]
        except (OSError, UnicodeDecodeError) as error:
            raise RosterError("roster_unreadable", str(error)) from error
    names = list(dict.fromkeys(filter(None, names)))
    if not names:
        raise RosterError("roster_empty")
    return names


def number_of(path: str) -> str | None:
    """Returns the number by which a platform knows who handed a notebook in.

    Example:
        >>> number_of("Ada Lovelace_17_assignsubmission_file/index.ipynb")
        '17'
        >>> number_of("lovelaceada_LATE_17_4242_index-1.ipynb")
        '17'
    """
    found = _MOODLE.search(path) or _CANVAS.match(Path(path).name)
    return found[1] if found else None


def _modules(result: Result) -> str:
    """Returns whose exercises a notebook holds, as `"01"`."""
    return " ".join(sorted({mark.id.partition(".")[0] for mark in result.marks}))


def _first(heads: Sequence[str], names: Sequence[str]) -> int | None:
    return next((i for i, head in enumerate(heads) if head in names), None)

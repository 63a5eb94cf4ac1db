"""Points written into a learning platform's own list of learners, for it to import.

The list is the gradebook that Canvas exports, or the grading worksheet of an assignment in Moodle.
It is recognized by its headings: in English, for Moodle also in Spanish.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mode
from typing import Final

from tapewalk_grade.errors import GraderError
from tapewalk_grade.output.formats import cell
from tapewalk_grade.result import Result

# The platforms' names of the folder or file of a downloaded submission.
_MOODLE: Final = re.compile(r"_(\d+)_assignsubmission_")
_CANVAS: Final = re.compile(r"^[^_]+(?:_(?i:late))?_(\d+)_\d+_")

_IDS: Final = ("Identifier", "Identificador", "ID")
_GRADES: Final = ("Grade", "Calificación")
_MAXIMA: Final = ("Maximum Grade", "Calificación máxima")
_NAMES: Final = (
    *("SIS User ID", "SIS Login ID", "Student", "Full name", "Email address"),
    *("Nombre completo", "Dirección de correo"),
)
_POSSIBLE: Final = "Points Possible"
_TITLE: Final = "Walk the Tape"


@dataclass(frozen=True)
class Roster:
    """A list of learners.

    Attributes:
        rows: The rows of the file, the headings first.
    """

    rows: tuple[tuple[str, ...], ...]

    def filled(self, results: Sequence[Result]) -> tuple[str, list[str]]:
        """Return the list with the points in it, and the paths of notebooks without a row.

        Of several notebooks of a learner with the same exercises, the best counts.
        """
        heads, *rows = (list(row) for row in self.rows)
        modules = sorted({_modules(result) for result in results if result.marks})
        grade = _first(heads, _GRADES)
        if grade is None:
            title = " ".join([_TITLE, *modules])
            # Canvas adds its own number to the names of columns.
            grade = next((i for i, head in enumerate(heads) if head.startswith(title)), len(heads))
            heads[grade:] = heads[grade:] or [title]
        best: dict[int, dict[str, float]] = {}
        unknown: list[str] = []
        for result in results:
            place = self._row(result.path)
            if place is None:
                unknown.append(result.path)
                continue
            known = best.setdefault(place, {})
            module = _modules(result)
            known[module] = max(known.get(module, 0), result.points)
        # What most notebooks have: a single odd one changes nothing for the class.
        most = {
            module: mode(result.of for result in results if _modules(result) == module)
            for module in modules
        }
        for place, row in enumerate(rows):
            row += [""] * (len(heads) - len(row))
            if row[0].strip() == _POSSIBLE:
                row[grade] = str(sum(most.values()))
            elif place in best:
                points = sum(best[place].values())
                row[grade] = str(_scaled(points, sum(most.values()), heads, row))
        out = io.StringIO()
        safe = [[one if _is_number(one) else cell(one) for one in row] for row in rows]
        csv.writer(out, lineterminator="\n").writerows([heads, *safe])
        return out.getvalue(), unknown

    def _row(self, path: str) -> int | None:
        """Return the index of the learner whose notebook it is; the headings don't count."""
        heads, *rows = self.rows
        number, parts = number_of(path), {part.casefold() for part in Path(path).parts}
        for place, row in enumerate(rows):
            cells = dict(zip(heads, row, strict=False))
            # In Moodle it is "Participant 123".
            known = {cells[name].split()[-1] for name in _IDS if cells.get(name, "").strip()}
            names = {cells[name].casefold() for name in _NAMES if cells.get(name)}
            if number in known or names & parts:
                return place
        return None


def roster(path: Path) -> Roster:
    """Return the list of learners in a file.

    Raises:
        GraderError: It can't be read, or is not a list of learners.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows = tuple(tuple(row) for row in csv.reader(io.StringIO(text)) if row)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise GraderError("roster_unreadable", path=path, error=error) from error
    if not rows or _first(rows[0], _IDS) is None:
        raise GraderError("no_roster", path=path)
    return Roster(rows)


def learners_in(path: Path) -> list[str]:
    """Return the learners: the numbers in a platform's list, else one name per line.

    Raises:
        GraderError: The file can't be read, or has no learner.
    """
    if path.suffix == ".csv":
        heads, *rows = roster(path).rows
        place = _first(heads, _IDS) or 0
        # In Moodle it is "Participant 123"; Canvas has one row that is not a learner's.
        cells = [row[place].split() for row in rows if len(row) > place]
        names = [words[-1] for words in cells if words]
    else:
        try:
            names = [line.strip() for line in path.read_text("utf-8-sig").splitlines()]
        except (OSError, UnicodeDecodeError) as error:
            raise GraderError("roster_unreadable", path=path, error=error) from error
    names = list(dict.fromkeys(filter(None, names)))
    if not names:
        raise GraderError("roster_empty", path=path)
    return names


def number_of(path: str) -> str | None:
    """Return the number that a platform gave to the learner who handed a notebook in.

    Example:
        >>> number_of("Ada Lovelace_17_assignsubmission_file/index.ipynb")
        '17'
        >>> number_of("lovelaceada_LATE_17_4242_index-1.ipynb")
        '17'
    """
    found = _MOODLE.search(path) or _CANVAS.match(Path(path).name)
    return found[1] if found else None


def _scaled(points: float, of: float, heads: Sequence[str], row: Sequence[str]) -> float:
    """Return points as a part of the most that Moodle takes, if the list says that."""
    place = _first(heads, _MAXIMA)
    text = "" if place is None else row[place].strip()
    if not of or not _is_number(text):
        return points
    most = float(".".join(text.split(",")))  # Moodle writes it in the reader's language
    return points if most == of else round(points / of * most, 2)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[-+]?[0-9]+([.,][0-9]+)?", text.strip()) is not None


def _modules(result: Result) -> str:
    """Return the modules of a notebook's exercises, as `"01"`."""
    return " ".join(sorted({mark.id.partition(".")[0] for mark in result.marks}))


def _first(heads: Sequence[str], names: Sequence[str]) -> int | None:
    return next((i for i, head in enumerate(heads) if head in names), None)

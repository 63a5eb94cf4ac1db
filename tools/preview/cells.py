"""The splitting of a page into prose and executable cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tools.preview import keys, located
from tools.preview.errors import BuildError, Place, Problems, stop
from tools.preview.located import Located
from tools.preview.source import Line

_FENCE = re.compile(r"^(?P<indent>\s*)(?P<ticks>`{3,}|~{3,})(?P<info>.*)$")
_CELL = re.compile(r"^\{(?P<language>[A-Za-z]\w*)(?P<rest>[^}]*)\}\s*$")
_INLINE = re.compile(r"(?<!`)`\{(?P<language>python|ojs)\}\s+(?P<code>[^`]+)`(?!`)")
_MISPLACED = re.compile(r"(?:`{3,}|~{3,})\s*\{\{?(?:python|ojs)\b")
_LABEL = re.compile(r"^[a-z][a-z0-9_.-]*$")
_MARKS = {"python": "#|", "ojs": "//|"}


@dataclass(frozen=True)
class Cell:
    """An executable cell.

    Attributes:
        language: "python" or "ojs".
        code: Its lines without the option lines.
        options: Its checked options.
        place: Where its fence opens.
        code_line: The line of the first line of `code`.
        indent: The text before the fence (a cell in a list item).
    """

    language: str
    code: str
    options: Located
    place: Place
    code_line: int
    indent: str

    def option(self, name: str, default: object = None) -> Any:
        """Return an option's value."""
        value = self.options.get(name)
        return default if value is None else value

    @property
    def label(self) -> str:
        """The cell's label, or ""."""
        return str(self.option("label", ""))

    @property
    def shows_code(self) -> bool:
        """Whether the page shows its code."""
        return bool(self.option("echo", True) and self.option("include", True))

    @property
    def shows_output(self) -> bool:
        """Whether the page shows its output."""
        return self.option("output", True) is not False and bool(self.option("include", True))


@dataclass(frozen=True, eq=False)
class Inline:
    """An expression computed in the middle of a sentence; each occurrence is its own."""

    code: str
    place: Place


@dataclass(frozen=True)
class Prose:
    """A line of markdown, cut at its inline expressions: text, code, text, …"""

    pieces: tuple[str | Inline, ...]
    place: Place


Part = Prose | Cell


def split(lines: Iterable[Line]) -> list[Part]:
    """Split a page's lines.

    Raises:
        BuildError: A cell is of another language, has unknown options, or never closes.
    """
    problems = Problems()
    parts: list[Part] = []
    rest = list(lines)
    position = 0
    while position < len(rest):
        line = rest[position]
        fence = _FENCE.match(line.text)
        try:
            if fence is None:
                parts.append(_prose(line))
                position += 1
                continue
            end = _closing(rest, position, fence)
            parts += _fenced(rest[position : end + 1], fence)
            position = end + 1
        except BuildError as error:
            problems.take(error)
            position += 1
    problems.stop_if_any()
    _check_labels(parts)
    return parts


def _closing(lines: list[Line], opening: int, fence: re.Match[str]) -> int:
    """Return the index of the line that closes a fence, or of the last line."""
    ticks = fence["ticks"]
    for index in range(opening + 1, len(lines)):
        text = lines[index].text.strip()
        if text.startswith(ticks) and not text.strip(ticks[0]):
            return index
    if _CELL.match(fence["info"].strip()):
        raise stop(lines[opening].place, f"this cell opens with {ticks} and never closes")
    return len(lines) - 1


def _fenced(lines: list[Line], fence: re.Match[str]) -> list[Part]:
    """Return a fenced block as a cell, or as prose if it is not executable."""
    cell = _CELL.match(fence["info"].strip())
    if cell is None or fence["ticks"].startswith("~"):
        _check_misplaced(lines[0])
        return [Prose((line.text,), line.place) for line in lines]
    place = lines[0].place
    language = cell["language"]
    if language not in _MARKS:
        raise stop(place, f"cells in `{language}`: this preview runs python and ojs")
    if cell["rest"].strip():
        mark = _MARKS[language]
        raise stop(place, f"options belong on `{mark} key: value` lines, not in the braces")
    return [_cell(lines, language, fence["indent"])]


def _cell(lines: list[Line], language: str, indent: str) -> Cell:
    place = lines[0].place
    inner = [_unindent(line.text, indent) for line in lines[1:-1]]
    mark = _MARKS[language]
    count = 0
    while count < len(inner) and inner[count].lstrip().startswith(mark):
        count += 1
    yaml = "\n".join(_without(text.lstrip(), mark) for text in inner[:count])
    first = lines[1].place if len(lines) > 2 else place
    options = located.parse(yaml, first.path, first.line)
    problems = Problems()
    for key, message in keys.check(options, language, f"the options of a {language} cell"):
        problems.add(options.place(*key), message)
    problems.stop_if_any()
    code = "\n".join(inner[count:]).strip("\n")
    leading = 0
    while count + leading < len(inner) and not inner[count + leading].strip():
        leading += 1
    if language == "ojs" and not code.strip():
        raise stop(place, "this OJS cell is empty: it needs a declaration or an expression")
    cell = Cell(language, code, options, place, first.line + count + leading, indent)
    for kind in ("fig", "tbl"):
        if bool(cell.option(f"{kind}-cap")) != cell.label.startswith(f"{kind}-"):
            raise stop(
                place, f"`{kind}-cap` and a `label: {kind}-…` go together: they get a number"
            )
    return cell


def _without(text: str, mark: str) -> str:
    # One space belongs to the mark, further ones are YAML's indentation.
    rest = text[len(mark) :]
    return rest[1:] if rest.startswith(" ") else rest


def _unindent(text: str, indent: str) -> str:
    return text[len(indent) :] if text.startswith(indent) else text.lstrip()


def _check_misplaced(line: Line) -> None:
    """Stop on a block that looks like a cell but would neither run nor be read as code."""
    if _MISPLACED.search(line.text):
        raise stop(
            line.place,
            "a cell opens with three backticks and one pair of braces at the start of its line: "
            "not in a quotation, not with ~~~ or {{…}}",
        )


def _prose(line: Line) -> Prose:
    _check_misplaced(line)
    pieces: list[str | Inline] = []
    end = 0
    for match in _INLINE.finditer(line.text):
        if match["language"] == "ojs":
            raise stop(line.place, "inline `{ojs}` is outside the preview's subset: use a cell")
        pieces += [line.text[end : match.start()], Inline(match["code"].strip(), line.place)]
        end = match.end()
    pieces.append(line.text[end:])
    return Prose(tuple(pieces), line.place)


def _check_labels(parts: list[Part]) -> None:
    """Stop on two cells with the same label: their ids would be the same."""
    seen: dict[str, Place] = {}
    problems = Problems()
    for part in parts:
        if not isinstance(part, Cell) or not part.label:
            continue
        label, place = part.label, part.options.place("label")
        if not _LABEL.match(label):
            problems.add(
                place,
                f"the label `{label}` becomes an id, and Quarto changes it on the "
                "way: use small letters, digits and hyphens, a letter first",
            )
        if label in seen:
            problems.add(place, f"the label `{label}` is taken: line {seen[label].line} has it too")
        seen[label] = place
    problems.stop_if_any()

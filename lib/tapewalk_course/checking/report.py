"""How far a module's exercises are done: a table, as text and as HTML."""

from __future__ import annotations

import html
from dataclasses import dataclass

from tapewalk_course.checking.words import say


@dataclass(frozen=True)
class Row:
    """One exercise: its id, what it asks for, the points got and to be had, the attempts."""

    id: str
    names: str
    points: int
    of: int
    attempts: int


@dataclass(frozen=True, repr=False)
class Report:
    """Points and attempts of a module's exercises."""

    module: str
    rows: tuple[Row, ...]
    lang: str

    def line(self) -> str:
        """Return the progress as one line."""
        done = sum(row.points == row.of for row in self.rows)
        return say(
            "progress",
            self.lang,
            module=self.module,
            done=done,
            count=len(self.rows),
            bar="■" * done + "□" * (len(self.rows) - done),
            points=sum(row.points for row in self.rows),
            of=sum(row.of for row in self.rows),
        )

    def __str__(self) -> str:
        lines = [self._heads(), *self._cells()]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        ]
        return "\n".join([*table, self.line()])

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        head = "".join(f'<th scope="col">{html.escape(word)}</th>' for word in self._heads())
        body = "".join(
            f'<tr><th scope="row">{html.escape(first)}</th>'
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in rest)
            + "</tr>"
            for first, *rest in self._cells()
        )
        caption = f"<caption>{html.escape(self.line())}</caption>"
        table = (
            f'<table lang="{self.lang}">{caption}<thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table>"
        )
        return {"text/plain": str(self), "text/html": table}

    def _heads(self) -> list[str]:
        return [say(f"head_{name}", self.lang) for name in ("id", "names", "points", "attempts")]

    def _cells(self) -> list[list[str]]:
        return [
            [row.id, row.names, f"{row.points} / {row.of}", str(row.attempts)] for row in self.rows
        ]

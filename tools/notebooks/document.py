"""The notebook as a document: its cells, their ids and their metadata for front ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tools.preview.cells import Cell


@dataclass(frozen=True)
class Entry:
    """One cell of the notebook.

    Attributes:
        name: Its id.
        text: Markdown or code.
        cell: The page's cell, None for prose and for the first cell.
        is_code: Whether it runs.
        hidden: Whether a front end that can fold code folds it.
        outputs: Its outputs.
    """

    name: str
    text: str
    cell: Cell | None = None
    is_code: bool = False
    hidden: bool = False
    outputs: list[dict[str, Any]] = field(default_factory=list)


def notebook(entries: Iterable[Entry], own: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a notebook of nbformat 4.5, with a plain kernel and no trace of this machine.

    Args:
        entries: The notebook's cells.
        own: The course's metadata of a notebook that is handed out unrun; None for one that ran.
    """
    cells: list[dict[str, Any]] = []
    count = 0
    for entry in entries:
        source = entry.text.splitlines(keepends=True)
        if not entry.is_code:
            cells.append(
                {"cell_type": "markdown", "id": entry.name, "metadata": {}, "source": source}
            )
            continue
        count += 1
        cells.append(
            {
                "cell_type": "code",
                "id": entry.name,
                "metadata": _metadata(entry),
                "execution_count": count if own is None else None,
                "source": source,
                "outputs": entry.outputs,
            }
        )
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            **({} if own is None else {"tapewalk": own}),
        },
        "cells": cells,
    }


def _metadata(entry: Entry) -> dict[str, Any]:
    if entry.hidden or entry.cell is None:
        return {"jupyter": {"source_hidden": True}, "cellView": "form"}
    return {}

"""Reading a notebook's file: its code cells and the modules of its exercises."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tapewalk.language import LANGUAGES

# A notebook full of pictures has a few megabytes.
LARGEST: Final = 20 * 2**20

_LEARNER: Final = re.compile(r"""\bcheck\.learner\(\s*["']([^"'\\]+)["']""")
_CHECKED: Final = re.compile(r"""\bcheck(?:\.feedback)?\(\s*["'](\d\d)\.\d+["']""")


class NotebookError(Exception):
    """A file is not a notebook that can be graded.

    Attributes:
        status: The reason, a key of the words.
        filled: The values for the braces of its sentence.
    """

    def __init__(self, status: str, **filled: object) -> None:
        super().__init__(status)
        self.status = status
        self.filled = filled


@dataclass(frozen=True)
class Notebook:
    """The parts of a notebook that the grader needs.

    Attributes:
        cells: The code of its code cells, with their numbers among all cells, from 1.
        modules: The modules of its exercises, as the notebook states them.
        lang: Its language, as the course wrote it into the metadata; empty if it is missing.
        learner: The learner it was handed out to; empty if it has no factors.
    """

    cells: tuple[tuple[int, str], ...]
    modules: tuple[str, ...] = ()
    lang: str = ""
    learner: str = ""


def contents(path: Path) -> bytes:
    """Return a notebook's bytes.

    Raises:
        NotebookError: The file is missing, not a regular file, too large or unreadable.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # reading a pipe would wait for ever
            raise NotebookError("no_file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise NotebookError("missing") from error
    except (OSError, ValueError) as error:
        raise NotebookError("unreadable", error=type(error).__name__) from error
    if len(data) > LARGEST:
        raise NotebookError("huge", limit=LARGEST // 2**20)
    return data


def read(data: bytes) -> Notebook:
    """Return a notebook from its bytes.

    Raises:
        NotebookError: They are not a Python notebook in nbformat 4.

    Example:
        >>> read(b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": "x = 1"}]}').cells
        ((1, 'x = 1'),)
    """
    if not data.strip():
        raise NotebookError("empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotebookError("binary") from error
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotebookError("broken", line=getattr(error, "lineno", 1)) from error
    if not isinstance(document, dict) or not isinstance(document.get("nbformat"), int):
        raise NotebookError("no_notebook")
    if document["nbformat"] != 4:
        raise NotebookError("old", format=document["nbformat"])
    metadata = _mapping(document.get("metadata"))
    language = _language(metadata)
    if language is not None and not language.lower().startswith(("python", "ipython")):
        raise NotebookError("other_language", language=language[:40])
    if not isinstance(document.get("cells"), list):
        raise NotebookError("no_notebook")
    cells = tuple(_code_cells(document["cells"]))
    if not cells:
        raise NotebookError("no_code")
    lang = _mapping(metadata.get("tapewalk")).get("lang")
    modules = _modules(metadata, [code for _, code in cells])
    learner = _learner(metadata, [code for _, code in cells])
    return Notebook(cells, modules, lang if lang in LANGUAGES else "", learner)


def _code_cells(cells: Sequence[Any]) -> list[tuple[int, str]]:
    code_cells = []
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source")
        if isinstance(source, list):
            source = "".join(line for line in source if isinstance(line, str))
        if isinstance(source, str) and source.strip():
            code_cells.append((number, source))
    return code_cells


def _language(metadata: Mapping[str, Any]) -> str | None:
    """Return the programming language in the metadata, `None` if there is none."""
    named = _mapping(metadata.get("language_info")).get("name")
    named = named or _mapping(metadata.get("kernelspec")).get("language")
    return named if isinstance(named, str) else None


def _modules(metadata: Mapping[str, Any], codes: Sequence[str]) -> tuple[str, ...]:
    """Return the module in the metadata, else those that its checks name."""
    own = _mapping(metadata.get("tapewalk")).get("exercises")
    if isinstance(own, str) and own:
        return (own,)
    return tuple(sorted({module for code in codes for module in _CHECKED.findall(code)}))


def _learner(metadata: Mapping[str, Any], codes: Sequence[str]) -> str:
    """Return the learner in the metadata, else the one that its code names."""
    own = _mapping(metadata.get("tapewalk")).get("learner")
    found = [name for code in codes for name in _LEARNER.findall(code)]
    return own if isinstance(own, str) and own else "".join(found[:1])


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}

"""Notebooks as they were handed in: all are read before the first one runs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapewalk_course.exercises.catalog import MODULES
from tapewalk_grade.notebook import Notebook, NotebookError, contents, read
from tapewalk_grade.result import Options, Result, unread


@dataclass(frozen=True)
class Submission:
    """A notebook as it was handed in; it travels to the process that grades it.

    Attributes:
        path: The path, as it was given or found.
        digest: The SHA-256 of the file's bytes.
        cells: Its code cells, with their numbers.
        modules: The modules whose exercises are graded.
        lang: The language of its learner's page.
        learner: The learner it was handed out to; empty if it has no factors.
    """

    path: str
    digest: str
    cells: tuple[tuple[int, str], ...]
    modules: tuple[str, ...]
    lang: str
    learner: str = ""


def submission(path: str, options: Options, links: bool = True) -> Submission | Result:
    """Return a notebook that can be graded, or the result that says why it can't.

    With `links`, a link to another file counts as that file.
    """
    digest = ""
    try:
        if not links and Path(path).is_symlink():
            raise NotebookError("link")
        data = contents(Path(path))
        digest = hashlib.sha256(data).hexdigest()
        notebook = read(data)
        if options.factors and not notebook.learner:
            raise NotebookError("no_learner")
        lang = notebook.lang or options.lang
        modules = _modules(path, notebook, options)
        return Submission(path, digest, notebook.cells, modules, lang, notebook.learner)
    except NotebookError as error:
        return unread(path, error.status, digest, options, error.filled)


def module_in(path: str) -> tuple[str, ...]:
    """Return the module with which the name of a file or of one of its folders begins.

    Example:
        >>> module_in("ada/01-autograd-engine/index.ipynb"), module_in("ada/index.ipynb")
        (('01',), ())
    """
    begins = [re.match(r"\d+(?=[-_. ])", part) for part in reversed(Path(path).parts)]
    return tuple([found[0] for found in begins if found and found[0] in MODULES][:1])


def agreed(read: Mapping[str, Submission | Result], options: Options) -> dict[str, Any]:
    """Return what was handed in, without notebooks that would choose their own module.

    The text of a notebook decides its module only if all notebooks whose paths name none agree.
    Else the teacher has to: a notebook handed in once for each module would get all points.
    """
    if options.modules:
        return dict(read)
    free = {
        path: one
        for path, one in read.items()
        if isinstance(one, Submission) and not module_in(path)
    }
    if len({one.modules for one in free.values()}) < 2:
        return dict(read)
    refused = {
        path: unread(path, "no_module", one.digest, options, {"name": Path(path).name})
        for path, one in free.items()
    }
    return {**read, **refused}


def _modules(path: str, notebook: Notebook, options: Options) -> tuple[str, ...]:
    modules = options.modules or module_in(path)
    modules = modules or notebook.modules or modules_by_names(notebook.cells)
    unknown = [module for module in modules if module not in MODULES]
    if unknown or not modules:
        status = "unknown_module" if unknown else "no_exercises"
        raise NotebookError(status, module=", ".join(unknown), known=", ".join(MODULES))
    return modules


def modules_by_names(cells: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return the modules of which some functions are defined, for notebooks without checks."""
    text = "\n".join(code for _, code in cells)

    def is_defined(name: str) -> bool:
        return f" {name}(" in text or f"class {name}" in text

    return tuple(
        module
        for module, exercises in MODULES.items()
        if any(is_defined(name) for exercise in exercises for name in exercise.takes)
    )

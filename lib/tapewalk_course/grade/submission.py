"""What is graded: every notebook is read before the first one runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tapewalk_course.checks.catalog import MODULES
from tapewalk_course.grade.notebook import Notebook, NotebookError, contents, read
from tapewalk_course.grade.result import Options, Result
from tapewalk_course.grade.words import say


@dataclass(frozen=True)
class Submission:
    """A notebook as it was handed in; travels to whoever runs it.

    Attributes:
        path: As it was given or found.
        digest: Of the file's bytes, SHA-256.
        cells: Its code cells, with their numbers.
        modules: Whose exercises are graded.
        lang: The language it is answered in.
        learner: To whom it was handed out; empty if it is as it is for everybody.
    """

    path: str
    digest: str
    cells: tuple[tuple[int, str], ...]
    modules: tuple[str, ...]
    lang: str
    learner: str = ""


def submission(path: str, options: Options, links: bool = True) -> Submission | Result:
    """Returns a notebook that can be graded, or the result that says why it can't.

    Args:
        path: The notebook's.
        options: How it is graded.
        links: Whether a link to another file counts as that file.
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
        lang = (notebook.lang if options.own_lang else "") or options.lang
        modules = _modules(notebook, options)
        return Submission(path, digest, notebook.cells, modules, lang, notebook.learner)
    except NotebookError as error:
        said = say(error.status, options.lang, **error.filled)
        return Result(path, error.status, said, digest, options.seed)


def _modules(notebook: Notebook, options: Options) -> tuple[str, ...]:
    modules = options.modules or notebook.modules or modules_by_names(notebook.cells)
    unknown = [module for module in modules if module not in MODULES]
    if unknown or not modules:
        status = "unknown_module" if unknown else "no_exercises"
        raise NotebookError(status, module=", ".join(unknown), known=", ".join(MODULES))
    return modules


def modules_by_names(cells: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Returns the modules some of whose stubs are defined: the checks may be deleted.

    Args:
        cells: Of a notebook, with their numbers.
    """
    text = "\n".join(code for _, code in cells)

    def is_defined(name: str) -> bool:
        return f" {name}(" in text or f"class {name}" in text

    return tuple(
        module
        for module, exercises in MODULES.items()
        if any(is_defined(name) for exercise in exercises for name in exercise.takes)
    )

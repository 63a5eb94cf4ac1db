"""The command line: `python -m tapewalk_grade build gradescope …`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tapewalk.language import LANGUAGES, language
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_grade.build import gradescope, nbgrader, otter
from tapewalk_grade.errors import GraderError
from tapewalk_grade.words import say

NOTEBOOKS: Final = {"nbgrader": nbgrader.files, "otter": otter.files}


def main(arguments: Sequence[str]) -> None:
    """Write what a platform takes, by the command line after `build`.

    Raises:
        GraderError: A file can't be read or written, or is not what the platform needs.
    """
    given = _parser(language()).parse_args(arguments)
    if given.platform in NOTEBOOKS:
        made: dict[str, bytes] = {}
        for path in given.paths:
            made |= NOTEBOOKS[given.platform](path.name, _notebook(path))
    elif given.module not in MODULES:
        raise GraderError("unknown_module", module=given.module or "", known=", ".join(MODULES))
    else:
        made = gradescope.files(given.module, given.lang, {p.name: _read(p) for p in given.paths})
    try:
        if given.platform in NOTEBOOKS:
            for name, data in made.items():
                (given.output / name).parent.mkdir(parents=True, exist_ok=True)
                (given.output / name).write_bytes(data)
        else:
            gradescope.write(given.output, made)
    except OSError as error:
        raise GraderError("no_output", path=given.output, error=error.strerror) from error
    print(given.output)


def _parser(lang: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m tapewalk_grade build", description=say("build", lang)
    )
    made.add_argument("platform", choices=["gradescope", *NOTEBOOKS], help=say("build_for", lang))
    made.add_argument("paths", nargs="+", type=Path, help=say("build_paths", lang))
    said = say("build_output", lang)
    made.add_argument("--output", type=Path, required=True, metavar="PATH", help=said)
    made.add_argument("--module", metavar="NN", help=say("build_module", lang))
    made.add_argument("--lang", choices=LANGUAGES, default=lang, help=say("help_lang", lang))
    return made


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise GraderError("no_task", path=path, error=error.strerror) from error


def _notebook(path: Path) -> dict[str, Any]:
    """Return a notebook of exercises, as the course hands it out."""
    try:
        document: dict[str, Any] = json.loads(_read(path))
        if document["metadata"]["tapewalk"]["exercises"] in MODULES:
            return document
    except (ValueError, KeyError, TypeError) as error:
        raise GraderError("no_task", path=path, error=repr(error)) from error
    raise GraderError("no_task", path=path, error="module")

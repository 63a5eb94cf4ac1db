"""Writes each learner's own notebooks: `python -m tapewalk_course.grade.hand_out`.

In most tasks a factor differs from learner to learner. Text, stub, check and grader all go by the
learner's name, which is in the notebook.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tapewalk.language import LANGUAGES, language
from tapewalk_course.checks.constants import CONSTANTS, factors_of, replaced
from tapewalk_course.grade.arguments import notebooks
from tapewalk_course.grade.own import say as say_own
from tapewalk_course.grade.roster import RosterError, learners_in
from tapewalk_course.grade.words import say

_SETUP: Final = "cell-setup"
WRITTEN, USAGE = 0, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes a folder for each learner; returns 0, or 2 for wrong usage.

    Args:
        arguments: The command line without the program's name; `None` takes the real one.
    """
    lang = language()
    reader = argparse.ArgumentParser(
        prog="python -m tapewalk_course.grade.hand_out", description=say("hand_out", lang)
    )
    reader.add_argument("paths", nargs="+", help=say("hand_out_paths", lang))
    for name, kind in {"learners": "FILE", "output": "FOLDER"}.items():
        said = say(f"hand_out_{name}", lang)
        reader.add_argument(f"--{name}", type=Path, required=True, metavar=kind, help=said)
    given = reader.parse_args(arguments)
    try:
        learners = learners_in(given.learners)
    except RosterError as error:
        return _wrong(say(error.key, lang, path=given.learners, error=error.error))
    strange = [name for name in learners if not _is_folder(name)]
    if strange:
        return _wrong(say("no_folder", lang, names=", ".join(map(repr, strange))))
    paths = [(Path(path), root) for root in given.paths for path in notebooks([root])]
    for path, root in paths:
        try:
            document = json.loads(path.read_text("utf-8"))
            own = {learner: handed_to(document, learner) for learner in learners}
        except (OSError, ValueError, KeyError, TypeError) as error:
            return _wrong(say("no_task", lang, path=path, error=repr(error)))
        beside = path.relative_to(root) if Path(root).is_dir() else Path(path.name)
        try:
            for learner, made in own.items():
                target = given.output / learner / beside
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", "utf-8")
        except OSError as error:
            return _wrong(say("no_output", lang, path=target, error=error.strerror))
    count = len(paths) * len(learners)
    print(say("handed_out", lang, count=count, learners=len(learners), path=given.output))
    return WRITTEN


def handed_to(document: Mapping[str, Any], learner: str) -> dict[str, Any]:
    """Returns a learner's own notebook of exercises.

    Args:
        document: The notebook as it is for everybody.
        learner: Whose it is.

    Raises:
        KeyError: It is none of the course's.
        ValueError: A stub is not as it was.
    """
    own = copy.deepcopy(dict(document))
    about = own["metadata"]["tapewalk"]
    module, lang = about["exercises"], about["lang"]
    about["learner"] = learner
    factors = factors_of(learner)
    ids = {f"cell-{one.cell}": id for id, one in CONSTANTS.items() if id.startswith(f"{module}.")}
    cells: list[dict[str, Any]] = []
    for cell in own["cells"]:
        name = cell.get("id", "")
        text = "".join(cell["source"])
        if name == _SETUP:
            text += f"\ncheck.learner({json.dumps(learner, ensure_ascii=False)})"
        if name in ids:
            id = ids.pop(name)
            said = say_own(id, lang if lang in LANGUAGES else "en", c=factors[id])
            line = {"cell_type": "markdown", "id": f"own-{name[5:]}", "metadata": {}}
            cells.append({**line, "source": said})
            text = replaced(text, CONSTANTS[id].stub, id, learner)
        cells.append({**cell, "source": text})
    if ids:
        raise ValueError(", ".join(ids))
    own["cells"] = cells
    return own


def _is_folder(name: str) -> bool:
    """Tells whether a learner's name can be the name of a folder."""
    return name.isprintable() and not name.startswith(".") and not set(name) & set('/\\:*?"<>|')


def _wrong(text: str) -> int:
    print(text, file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main())

"""Notebooks for each learner: `python -m tapewalk_grade.handout`.

In most tasks a factor differs from learner to learner. Text, stub, check and grader all derive it
from the learner's name, which is in the notebook.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tapewalk.language import LANGUAGES, language
from tapewalk_course.exercises.catalog import MODULES, folder_of
from tapewalk_course.exercises.factors import factors_of, replaced
from tapewalk_grade.arguments import notebooks, secret_in
from tapewalk_grade.build.tasks import SETUP, text_of
from tapewalk_grade.errors import GraderError
from tapewalk_grade.learners.roster import learners_in
from tapewalk_grade.words import say

WRITTEN, USAGE = 0, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a folder for each learner; return 0, or 2 for wrong usage.

    Args:
        arguments: The command line without the program's name; `None` takes the real one.
    """
    lang = language()
    reader = argparse.ArgumentParser(
        prog="python -m tapewalk_grade.handout", description=say("hand_out", lang)
    )
    reader.add_argument("paths", nargs="+", help=say("hand_out_paths", lang))
    for name, kind in {"learners": "FILE", "output": "FOLDER"}.items():
        said = say(f"hand_out_{name}", lang)
        reader.add_argument(f"--{name}", type=Path, required=True, metavar=kind, help=said)
    reader.add_argument("--secret", type=Path, metavar="FILE", help=say("help_secret", lang))
    given = reader.parse_args(arguments)
    try:
        secret = secret_in(given.secret)
        return _hand_out(given.paths, given.learners, given.output, lang, secret)
    except GraderError as error:
        print(error.text(lang), file=sys.stderr)
        return USAGE


def _hand_out(roots: Sequence[str], listed: Path, output: Path, lang: str, secret: str = "") -> int:
    learners = learners_in(listed)
    strange = [name for name in learners if not _is_folder(name)]
    if strange:
        raise GraderError("no_folder", names=", ".join(map(repr, strange)))
    paths = [(Path(path), root) for root in roots for path in notebooks([root])]
    for path, root in paths:
        try:
            document = json.loads(path.read_text("utf-8"))
            own = {learner: handed_to(document, learner, secret) for learner in learners}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise GraderError("no_task", path=path, error=repr(error)) from error
        beside = path.relative_to(root) if Path(root).is_dir() else Path(path.name)
        try:
            for learner, made in own.items():
                target = output / learner / beside
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", "utf-8")
        except OSError as error:
            raise GraderError("no_output", path=target, error=error.strerror) from error
    count = len(paths) * len(learners)
    print(say("handed_out", lang, count=count, learners=len(learners), path=output))
    return WRITTEN


def handed_to(document: Mapping[str, Any], learner: str, secret: str = "") -> dict[str, Any]:
    """Return a learner's own notebook of exercises.

    Args:
        document: The notebook without factors.
        learner: The learner's name.
        secret: The teacher's secret; without one, the factors follow from the name alone.

    Raises:
        KeyError: It is not a notebook of the course.
        ValueError: A stub was changed.
    """
    own = copy.deepcopy(dict(document))
    about = own["metadata"]["tapewalk"]
    module, lang = about["exercises"], about["lang"]
    about["learner"] = learner
    factors = factors_of(learner, secret)
    said = json.dumps(learner, ensure_ascii=False)
    if secret:
        said += f", {json.dumps({id: n for id, n in factors.items() if id.startswith(module)})}"
    left = {f"cell-{folder_of(one).name}": one for one in MODULES[module] if one.factor}
    cells: list[dict[str, Any]] = []
    for cell in own["cells"]:
        name = cell.get("id", "")
        text = text_of(cell)
        if name == SETUP:
            text += f"\ncheck.learner({said})"
        exercise = left.pop(name, None)
        if exercise is not None and exercise.factor is not None:
            words = folder_of(exercise).declared.factor
            told = words.get(lang, words[LANGUAGES[0]]).format(c=factors[exercise.id])
            line = {"cell_type": "markdown", "id": f"own-{name[5:]}", "metadata": {}}
            cells.append({**line, "source": told})
            text = replaced(text, exercise.factor.stub, exercise.id, factors)
        cells.append({**cell, "source": text})
    if left:
        raise ValueError(", ".join(left))
    own["cells"] = cells
    return own


def _is_folder(name: str) -> bool:
    """Return whether a learner's name can be the name of a folder."""
    return name.isprintable() and not name.startswith(".") and not set(name) & set('/\\:*?"<>|')


if __name__ == "__main__":
    sys.exit(main())

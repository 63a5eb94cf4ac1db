"""The tasks of the exercises and their number, written as includes for the pages."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from tapewalk.language import LANGUAGES, page_ending
from tapewalk_course.exercises.catalog import EXERCISES, MODULES, folder_of
from tools.stamp import ROOT

_FOLDERS: Final = Path("lib/tapewalk_course/exercises")
# Pages of exercises are two folders below the root, and includes are named from the page.
_FROM_PAGE: Final = Path("../..")
_VARIABLES: Final = "_variables.yml"
_POINTS_AN_HOUR: Final = 8


def build_exercises(root: Path = ROOT) -> list[Path]:
    """Write the files that differ, and return them.

    Args:
        root: Where the files are written.
    """
    texts = {root / _VARIABLES: _variables()}
    for module in MODULES:
        for lang in LANGUAGES:
            name = f"tasks{page_ending(lang)}.qmd"
            texts[root / _FOLDERS / f"module_{module}" / name] = _tasks(module, lang)
    written = [
        path
        for path, text in texts.items()
        if not path.is_file() or path.read_text("utf-8") != text
    ]
    for path in written:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[path], "utf-8")
    return written


def _tasks(module: str, lang: str) -> str:
    """Return the includes of a module's tasks; a task without a translation is in English."""
    lines = []
    for exercise in MODULES[module]:
        folder = _FOLDERS / f"module_{module}" / folder_of(exercise).name
        translated = folder / f"task{page_ending(lang)}.qmd"
        task = translated if (ROOT / translated).is_file() else folder / "task.qmd"
        lines.append(f"{{{{< include {_FROM_PAGE / task} >}}}}\n")
    return "\n".join(lines)


def _variables() -> str:
    """Return the numbers that pages state, as Quarto's shortcode `var` reads them."""
    without = [exercise.id for exercise in EXERCISES if exercise.factor is None]
    lines = [
        "# Written by `make assets` from the folders of lib/tapewalk_course/exercises.",
        "exercises:",
        f"  count: {len(EXERCISES)}",
        f"  with-factor: {len(EXERCISES) - len(without)}",
        f'  without-factor: "{", ".join(without)}"',
    ]
    for module, exercises in MODULES.items():
        points = sum(exercise.points for exercise in exercises)
        hours = math.ceil(points / _POINTS_AN_HOUR)
        lines += [f"  module-{module}:", f"    points: {points}", f"    hours: {hours}"]
    return "\n".join(lines) + "\n"

"""The files of the library in reading order, with their contents."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from words import WORDS

import tapewalk

LIBRARY: Final = Path(tapewalk.__file__).parent


def file_table(lang: str) -> None:
    """Print the map as a markdown table: file, number of lines, contents.

    Raises:
        LookupError: The map leaves out a module of the library, or names one that is gone.
    """
    _refuse_gaps()
    print("::: {.file-map}")
    print(f"{WORDS[lang]['labels']['columns']}\n|:---|---:|:---|")
    for name, holds in WORDS[lang]["holds"].items():
        shown = f"{name}/" if (LIBRARY / name).is_dir() else name
        print(f"| `{shown}` | {lines_of(name)} | {holds} |")
    print("\n:::")


def lines_of(*names: str) -> int:
    """Return the lines of modules and of all modules in folders; of the library if none is named.

    Args:
        *names: Paths within the library.
    """
    paths = [path for name in names or [""] for path in _modules(name)]
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def _modules(name: str) -> list[Path]:
    path = LIBRARY / name
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*.py") if not _is_a_sign(file))


def _is_a_sign(file: Path) -> bool:
    """Return whether a file only has the docstring of its folder."""
    return file.name == "__init__.py" and len(file.read_text("utf-8").splitlines()) == 1


def _refuse_gaps() -> None:
    told = {path for words in WORDS.values() for name in words["holds"] for path in _modules(name)}
    for paths, problem in (
        (set(_modules("")) - told, "does not tell of"),
        ({path for path in told if not path.is_file()}, "tells of what is no longer there:"),
    ):
        if paths:
            names = ", ".join(sorted(path.relative_to(LIBRARY).as_posix() for path in paths))
            raise LookupError(
                f"the map of the engine {problem} {names}. Usually a module was added, renamed or "
                "removed: change `holds` in modules/library/words/."
            )

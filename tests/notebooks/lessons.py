"""The lessons' notebooks in the built site."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def sources() -> list[Path]:
    """The lessons: pages of a module that run Python."""
    found = (ROOT / "modules").glob("[0-9][0-9]-*/*.qmd")
    pages = (path for path in found if not path.name.startswith(("index.", "_")))
    return sorted(path for path in pages if "```{python}" in path.read_text("utf-8"))


def names() -> list[str]:
    return [path.relative_to(ROOT).with_suffix(".ipynb").as_posix() for path in sources()]


def in_turn() -> list[str]:
    """One notebook of each lesson: the first in English, the next in Spanish, and so on."""
    translations = sorted(name for name in names() if ".es." not in name)
    return [
        name.replace(".ipynb", ".es.ipynb") if nth % 2 else name
        for nth, name in enumerate(translations)
    ]


def site(config: pytest.Config) -> Path:
    folder = ROOT / str(config.getoption("--site"))
    if not folder.is_dir():
        pytest.fail(f"{folder} is not built: make build")
    return folder

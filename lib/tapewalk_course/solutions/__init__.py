"""The right solutions of a module's exercises: what the site shows, and what fills a notebook."""

from pathlib import Path
from typing import Any


def run_solutions(file: str, names: tuple[str, ...], into: dict[str, Any]) -> dict[str, str]:
    """Runs solutions one after another in one place, as in the notebook, and returns their cells.

    Args:
        file: The `__init__.py` of their package; each solution is a file beside it.
        names: Their names, in the page's order.
        into: Where they run: a later one uses what an earlier one brought.

    Returns:
        The code by the id of the stub's cell whose place it takes.
    """
    folder = Path(file).parents[2] / "checks" / Path(file).parent.name
    cells = {f"cell-{name}": (folder / name / "solution.py").read_text("utf-8") for name in names}
    for cell, code in cells.items():
        exec(compile(code, cell, "exec"), into)
    return cells

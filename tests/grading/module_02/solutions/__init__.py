"""The right solutions, one file for each stub: what the site shows, and what fills a notebook.

Each is a cell of the exercise page. They run one after another in one place, as in the notebook,
so a later one uses what an earlier one brought.
"""

from pathlib import Path

# The names of the stubs' cells, in the page's order, and what takes their place.
CELLS = {
    f"cell-{name}": Path(__file__).with_name(f"{name}.py").read_text("utf-8")
    for name in (
        "length", "leaves", "order", "bytes", "attention", "doubled", "chunks", "cuts",
    )
}  # fmt: skip

for _name, _code in CELLS.items():
    exec(compile(_code, _name, "exec"), globals())

"""The names that a page imports from the bundle: every view that has a folder."""

import re

from tapewalk.figures.views import VIEWS
from tools.stamp import ROOT

TARGET = ROOT / "_diagram-lib.qmd"
# The other exports of the bundle.
_TOOLS = ("d3", "htl", "md")
_WIDTH = 96
_IMPORT = re.compile(r"import \{[^}]*\} from")


def build_imports() -> bool:
    """Write the import that every page with figures includes, unless it is up to date.

    Returns:
        True if it was written.
    """
    before = TARGET.read_text("utf-8")
    after = _IMPORT.sub(f"import {{\n{_names()}\n}} from", before)
    if after == before:
        return False
    TARGET.write_text(after, "utf-8")
    return True


def _names() -> str:
    lines = [" "]
    names = [*sorted(VIEWS), *_TOOLS]
    for i, name in enumerate(names):
        piece = f" {name}" if i == len(names) - 1 else f" {name},"
        if len(lines[-1] + piece) > _WIDTH:
            lines.append(" ")
        lines[-1] += piece
    return "\n".join(lines)

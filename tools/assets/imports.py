"""The names that a page imports from the bundle: every view that has a folder."""

import re
import textwrap

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
    listed = ", ".join([*sorted(VIEWS), *_TOOLS])
    names = textwrap.fill(listed, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    after = _IMPORT.sub(f"import {{\n{names}\n}} from", before)
    if after == before:
        return False
    TARGET.write_text(after, "utf-8")
    return True

"""Writes the sheet of the figures in notebooks: tokens and views, touching nothing else there."""

import re
from pathlib import Path

from tools.stamp import CACHE, ROOT, Stamp, digest

_TOKENS = ROOT / "lib" / "theme" / "tokens.css"
_HOST = ROOT / "lib" / "theme" / "notebook.css"
VIEWS = ROOT / "lib" / "diagrams" / "dist" / "tapewalk.css"
TARGET = VIEWS.with_name("widget.css")

FIGURE = ".tapewalk-figure"
# A notebook has no font files to load; the families that follow in each list are there.
_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}\s*")
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


def build_widget_styles() -> bool:
    """Writes the sheet, unless it already belongs to its sources.

    Returns:
        True if it was written.
    """
    key = digest([_TOKENS, _HOST, VIEWS, Path(__file__)])
    stamp = Stamp(CACHE / "assets" / "widget.styles")
    if stamp.matches(key, TARGET):
        return False
    parts = (scoped(_TOKENS.read_text("utf-8")), VIEWS.read_text("utf-8"), _HOST.read_text("utf-8"))
    TARGET.write_text("\n".join(_COMMENT.sub("", part).strip() for part in parts) + "\n", "utf-8")
    stamp.write(key)
    return True


def scoped(tokens: str) -> str:
    """Returns the tokens with everything they set moved from the page to the figures.

    Args:
        tokens: The text of tokens.css.
    """
    bare = _FONT_FACE.sub("", _COMMENT.sub("", tokens))
    rules = re.sub(r"([^{};]+)\{", lambda match: _selectors(match[1]) + "{", bare)
    return rules.replace("}", "}\n")


def _selectors(text: str) -> str:
    if text.strip().startswith("@"):
        return text
    # The dark theme's selector names the page's body as well; both become the figure here.
    selectors = dict.fromkeys(
        f"{FIGURE}.tapewalk-dark" if "dark" in part else FIGURE for part in text.split(",")
    )
    return f"{', '.join(selectors)} "

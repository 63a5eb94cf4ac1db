"""The style sheet of figures in notebooks: tokens and views, scoped to the figures."""

import re
from pathlib import Path

from tools.stamp import CACHE, ROOT, Stamp, digest

_TOKENS = ROOT / "lib" / "theme" / "tokens.css"
_HOST = ROOT / "lib" / "theme" / "notebook.css"
VIEWS = ROOT / "lib" / "diagrams" / "dist" / "tapewalk.css"
TARGET = VIEWS.with_name("widget.css")

FIGURE = ".tapewalk-figure"
# A notebook can't load the font files, so it uses the next families in each list.
_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}\s*")
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


def build_widget_styles() -> bool:
    """Write the sheet, unless it is up to date.

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
    """Return the tokens with their selectors moved from the page to the figures.

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

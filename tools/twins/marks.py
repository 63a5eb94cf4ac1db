"""How words that still wait for a translation are marked, so that no page lands with them."""

from __future__ import annotations

import re

WORD = "traducir"
_MARK = re.compile(rf"<!-- {WORD} -->|(?:#|//) {WORD}$", re.MULTILINE)


def marks(text: str) -> int:
    """Returns how many marks a page has."""
    return len(_MARK.findall(text))


def marked(kind: str, text: str) -> str:
    """Returns words with a mark behind them, which no reader sees."""
    if _MARK.search(text):
        return text
    mark = f"<!-- {WORD} -->" if kind == "prose" else f"{'//' if 'ojs' in kind else '#'} {WORD}"
    gap = "  " if kind.endswith("string") else " "
    return f"{text.rstrip()}{gap}{mark}"

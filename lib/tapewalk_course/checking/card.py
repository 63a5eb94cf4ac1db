"""The card of a check in a notebook: HTML that needs no script and no other file."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

# Colours of lib/theme/tokens.css (a test compares): a notebook has no style sheet of the course.
LIGHT: Final = {
    "surface": "#f3f0e8",
    "ink": "#1d2430",
    "muted": "#565f6d",
    "leaf": "#1b6e52",
    "backward": "#a8430c",
    "line": "#d9d4c7",
}
DARK: Final = {
    "surface": "#1d222a",
    "ink": "#e9e6df",
    "muted": "#a6adb8",
    "leaf": "#6fd3ac",
    "backward": "#ffa76b",
    "line": "#343b46",
}

_CODE: Final = re.compile(r"`([^`]+)`")

# Selectors of dark pages in Jupyter, VS Code and Colab.
_DARK_HOSTS: Final = ('[data-jp-theme-light="false"]', ".vscode-dark", 'html[theme="dark"]')


def tokens(colours: dict[str, str]) -> str:
    """Return colours as declarations of CSS."""
    return ";".join(f"--{name}:{colour}" for name, colour in colours.items())


_DARK_CARDS: Final = ",".join(f"{host} .tapewalk-check" for host in _DARK_HOSTS)
_STYLE: Final = f"""<style>
.tapewalk-check{{{tokens(LIGHT)};max-width:68ch;padding:12px 16px;border:1px solid var(--line);
border-left:4px solid var(--edge);border-radius:6px;background:var(--surface);color:var(--ink);
font:1rem/1.6 "Atkinson Hyperlegible Next",system-ui,sans-serif}}
{_DARK_CARDS}{{{tokens(DARK)}}}
.tapewalk-check.right{{--edge:var(--leaf)}}
.tapewalk-check.wrong{{--edge:var(--backward)}}
.tapewalk-check p{{margin:0;color:var(--muted)}}
.tapewalk-check p.title{{color:var(--edge);font-weight:700}}
.tapewalk-check dl{{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:8px 0}}
.tapewalk-check dt{{color:var(--muted);font-weight:400}}
.tapewalk-check dd{{margin:0;min-width:0}}
.tapewalk-check code{{padding:0;background:none;color:inherit;
font:0.875em/1.6 "JetBrains Mono",ui-monospace,Consolas,monospace}}
.tapewalk-check pre{{margin:0;padding:0;background:none;color:inherit;white-space:pre-wrap;
overflow-wrap:anywhere;font:0.875rem/1.6 "JetBrains Mono",ui-monospace,Consolas,monospace}}
@media (max-width:480px){{.tapewalk-check dl{{grid-template-columns:1fr}}}}
</style>"""


def card(
    title: str,
    rows: Sequence[tuple[str, str, bool]],
    notes: Sequence[str],
    right: bool,
    lang: str,
) -> str:
    """Return a card.

    Args:
        title: The line on top; the mark before it repeats what the colour says.
        rows: Name, text, and whether the text is code.
        notes: Small lines below.
        right: Whether the work is right.
        lang: The language of the words.
    """
    entries = "".join(
        f"<dt>{html.escape(name)}</dt><dd>{text_as_html(text, is_code)}</dd>"
        for name, text, is_code in rows
    )
    below = "".join(f"<p>{html.escape(note)}</p>" for note in notes)
    sign, kind = ("✓", "right") if right else ("✗", "wrong")
    return (
        f'{_STYLE}<section class="tapewalk-check {kind}" lang="{lang}" '
        f'aria-label="{html.escape(title, quote=True)}">'
        f'<p class="title"><span aria-hidden="true">{sign}</span> {html.escape(title)}</p>'
        f"<dl>{entries}</dl>{below}</section>"
    )


def text_as_html(text: str, is_code: bool = False) -> str:
    """Return a row's text as HTML; in prose, backticks enclose code."""
    escaped = html.escape(text)
    if is_code:
        return f'<pre translate="no">{escaped}</pre>'
    return _CODE.sub(r'<code translate="no">\1</code>', escaped)

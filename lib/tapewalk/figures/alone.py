"""A self-contained page: figures, their data and the drawing code in one HTML file."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import Any, Final

from tapewalk.figures.bundle import REPORT, STYLES, find

# The theme of a notebook that shows the page, else that of the system; paper is light.
_THEME: Final = """
const system = matchMedia("(prefers-color-scheme: dark)");
const host = (() => {
  try {
    return parent === window ? null : parent.document.body;
  } catch {
    return null;
  }
})();
const apply = () => document.body.classList.toggle("tapewalk-dark", host?.dataset.jpThemeLight
  ? host.dataset.jpThemeLight === "false"
  : system.matches);
system.addEventListener("change", apply);
addEventListener("beforeprint", () => document.body.classList.remove("tapewalk-dark"));
addEventListener("afterprint", apply);
apply();
"""

_STYLE: Final = """
body { margin: 0; min-height: 100vh; overflow-wrap: anywhere; overflow-x: visible; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem 0 3rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 0.75rem; }
main p { max-width: 45rem; margin: 0.25rem 0; }
main > ol { max-width: 45rem; padding: 0; list-style: none; counter-reset: finding; }
main > ol > li {
  counter-increment: finding; position: relative; margin: 1.25rem 0; padding-inline-start: 2.5rem;
}
main > ol > li::before {
  content: counter(finding); position: absolute; inset-inline-start: 0; top: 0.1em;
  width: 1.6em; line-height: 1.6em; text-align: center; border-radius: 50%;
  background: var(--error, #b3261e); color: var(--paper, #fff); font-weight: 700;
}
main code { font-family: var(--font-mono, monospace); font-size: 0.9em; }
main a { color: var(--forward, LinkText); }
main > ol > li[data-confidence="warning"]::before { background: var(--backward, #a04a00); }
main > ol > li[data-confidence="note"]::before { background: var(--muted, #666); }
.lead { color: var(--muted, GrayText); }
.table, main pre { overflow-x: auto; }
.table caption { text-align: start; }
.table table { border-collapse: collapse; }
.table th, .table td {
  text-align: start; vertical-align: top; padding: 0.25rem 1.25rem 0.25rem 0; font-weight: 400;
}
.table thead th {
  border-bottom: 1px solid var(--line, currentColor); color: var(--muted, GrayText);
}
.table td.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.table :is(th, td) { overflow-wrap: normal; }
@media (max-width: 40rem) {
  .table { font-size: 0.875rem; }
  .table :is(th, td) { padding-inline-end: 0.5rem; }
  .table td { min-width: 4rem; }
}
@page { margin: 15mm; }
@media print {
  main { padding: 0; }
  h2, section > p { break-after: avoid; }
  main > ol > li, .table tr { break-inside: avoid; }
  main > ol > li::before { background: none; color: inherit; outline: 1px solid; }
}
"""
_BARE: Final = """
:root { color-scheme: light dark; }
body { padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
"""


def place(view: str, of: str, title: str, **options: Any) -> str:
    """Return where a figure of the page goes.

    Args:
        view: "score", "graph" or "chart".
        of: The name of its subject in the page's data.
        title: Its accessible name.
        **options: Those of the view, as plain data.
    """
    text = html.escape(json.dumps({"title": title, **options}))
    return f'<div data-draws="{view}" data-of="{of}" data-options="{text}"></div>'


def draws() -> bool:
    """Return whether this installation holds what draws."""
    return find(REPORT) is not None and find(STYLES) is not None


def framed(shown: str, title: str) -> str:
    """Return a page in a frame, as a notebook shows it: its styles stay inside."""
    about = f'title="{html.escape(title)}" style="width: 100%; height: min(80vh, 60rem); border: 0"'
    return f'<iframe srcdoc="{html.escape(shown)}" {about}></iframe>'


def page(title: str, body: str, data: Mapping[str, Any], lang: str) -> str:
    """Return a page that needs no network and no file beside it.

    Args:
        title: What its tab says.
        body: What it holds, as HTML.
        data: What its figures show, by the names that `place` was given.
        lang: "en" or "es".
    """
    script, styles = find(REPORT), find(STYLES)
    drawn = ""
    if script is not None and styles is not None and data:
        # "</script>" in a label or in a program would end the block early.
        text = json.dumps(data, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
        text = text.replace("</", "<\\/")
        code = script.read_text("utf-8").replace("</script", "<\\/script")
        drawn = (
            f'<script type="application/json" id="tapewalk-data">{text}</script>'
            f'<script type="module">{code}</script>'
        )
    sheet = _BARE if styles is None else styles.read_text("utf-8")
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{sheet}{_STYLE}</style></head>"
        f'<body class="tapewalk-figure"><script>{_THEME}</script><main>{body}</main>{drawn}'
        "</body></html>"
    )

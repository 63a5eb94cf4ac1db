"""A page of the grader: HTML that needs no script and no other file, in light and in dark."""

from __future__ import annotations

from html import escape
from typing import Final

from tapewalk_course.checking.card import DARK, LIGHT, tokens

# Colour is never the only sign: every bar has its number beside it, every title its mark.
_STYLE: Final = f"""
:root{{{tokens(LIGHT)};color-scheme:light dark}}
@media (prefers-color-scheme:dark){{:root{{{tokens(DARK)}}}}}
body{{max-width:72rem;margin:2rem auto;padding:0 1rem;background:var(--surface);color:var(--ink);
font:1rem/1.6 "Atkinson Hyperlegible Next",system-ui,sans-serif}}
table{{width:100%;border-collapse:collapse;margin-bottom:2rem}}
th,td{{padding:.35rem .5rem;border-top:1px solid var(--line);text-align:left;vertical-align:top}}
th[scope=row]{{font-weight:400}} td.count,thead th:nth-child(2){{text-align:right;
white-space:nowrap}}
td.bar{{width:30%}} td.bar div{{height:1.2em;background:var(--backward);}}
tr.right td.bar div{{background:var(--leaf)}} p{{color:var(--muted)}}
h1{{line-height:1.25}} h1,h2{{text-wrap:balance}} h2 code{{font-weight:400}}
details pre{{margin:.5rem 0;padding:.5rem .75rem;border-left:3px solid var(--line)}}
ul{{list-style:none;padding:0}} li.right{{color:var(--leaf)}} li.wrong{{color:var(--backward)}}
section.right h2{{color:var(--leaf)}} section.wrong h2{{color:var(--backward)}}
h2 small{{font-weight:400;font-size:1rem;color:var(--muted);white-space:nowrap}}
a{{color:inherit}} p.hint{{max-width:68ch;color:var(--ink)}} dt{{color:var(--muted)}}
dl{{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.75rem 1rem}} dd{{margin:0}}
pre,code,svg text{{font:.875rem/1.6 "JetBrains Mono",ui-monospace,Consolas,monospace}}
pre{{margin:0;overflow-x:auto;white-space:pre}} dd{{overflow-wrap:anywhere}}
.drawing{{overflow-x:auto;margin:1rem 0}} svg{{display:block}}
svg path{{fill:none;stroke:var(--muted)}}
svg rect{{fill:var(--surface);stroke:var(--line);stroke-width:1.5}} svg text{{text-anchor:middle;
fill:var(--ink);font-size:13px}} .wrong rect{{stroke:var(--backward)}}
.wrong .came{{fill:var(--backward)}} g.right rect{{stroke:var(--leaf)}}
g.right .came{{fill:var(--leaf)}}
@media (max-width:40rem){{h1{{font-size:1.5rem}} h2{{font-size:1.25rem}}
dl{{grid-template-columns:minmax(0,1fr);gap:.25rem}}
dd{{margin-bottom:.75rem}} thead{{display:none}} table,tbody{{display:block}}
tr{{display:grid;grid-template-columns:4.5rem 1fr;border-top:1px solid var(--line)}}
th[scope=row]{{grid-column:1/3}} th,td{{border:0}} td.count{{text-align:left}}
td.bar{{width:auto}}}}
"""


def page(title: str, lines: list[str], body: str, lang: str) -> str:
    """Return a page: its title, lines of text below it, and a body of HTML."""
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{said}{body}</main></body></html>\n"
    )

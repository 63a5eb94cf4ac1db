"""The HTML of a page's text: anchors and the table of contents."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

_HEADING = re.compile(
    r'(?P<section><section id="(?P<id>[^"]+)" class="level(?P<level>\d)(?P<rest>[^"]*)"[^>]*>\n)'
    r"<h(?P<h>\d)(?P<attributes>[^>]*)>(?P<text>.*?)</h(?P=h)>",
    re.DOTALL,
)
_HEAD = re.compile(r"<!--head:(?P<name>\w+)-->(?P<text>.*?)<!--/head-->\n?", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_ID = re.compile(r'\sid="[^"]*"')


def take_head(body: str) -> tuple[dict[str, str], str]:
    """Return the rendered parts of the front matter, by name, and the text without them."""
    head = {match["name"]: match["text"].strip() for match in _HEAD.finditer(body)}
    return head, _HEAD.sub("", body)


def contents(body: str, depth: int) -> list[dict[str, Any]]:
    """Return the headings down to a level as a tree: `id` and `text`, and those inside, `inner`."""
    tree: list[dict[str, Any]] = []
    path = [(0, tree)]
    for match in _HEADING.finditer(body):
        level = int(match["level"])
        if level > depth or "unlisted" in match["rest"]:
            continue
        while path[-1][0] >= level:
            path.pop()
        inner: list[dict[str, Any]] = []
        text = _ID.sub("", match["text"])
        path[-1][1].append({"id": match["id"], "text": text, "inner": inner})
        path.append((level, inner))
    return tree


def anchor(body: str, words: Mapping[str, str]) -> str:
    """Return a page's text with an anchor link in each heading but its title."""
    label = html.escape(words["anchor"])

    def link(match: re.Match[str]) -> str:
        if match["h"] == "1":  # The page's own address leads to the title.
            return match[0]
        identifier = match["id"]
        return (
            f'{match["section"]}<h{match["h"]}{match["attributes"]} class="anchored" '
            f'data-anchor-id="{identifier}">{match["text"]}'
            f'<a class="anchorjs-link" href="#{identifier}" aria-label="{label}"></a>'
            f"</h{match['h']}>"
        )

    return _HEADING.sub(link, body)


def words_of(markup: str) -> str:
    """Return the plain text of HTML, for titles and attributes."""
    return html.unescape(_TAG.sub("", markup)).strip()

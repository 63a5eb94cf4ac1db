"""The HTML of a page's text: anchors and the table of contents."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

_HEADING = re.compile(
    r'(?P<section><section id="(?P<id>[^"]+)" class="level(?P<level>\d)(?P<rest>[^"]*)"[^>]*>\n)'
    r"<h(?P<h>\d)(?P<attributes>[^>]*)>(?P<text>.*?)</h(?P=h)>",
    re.DOTALL,
)
_HEAD = re.compile(r"<!--head:(?P<name>\w+)-->(?P<text>.*?)<!--/head-->\n?", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_ID = re.compile(r'\sid="[^"]*"')


@dataclass(frozen=True)
class Heading:
    """A heading, as the table of contents shows it."""

    level: int
    identifier: str
    text: str


def take_head(body: str) -> tuple[dict[str, str], str]:
    """Return the rendered parts of the front matter, by name, and the text without them."""
    head = {match["name"]: match["text"].strip() for match in _HEAD.finditer(body)}
    return head, _HEAD.sub("", body)


def headings(body: str, depth: int) -> list[Heading]:
    """Return the headings down to a level, for the table of contents."""
    outline = []
    for match in _HEADING.finditer(body):
        if int(match["level"]) <= depth and "unlisted" not in match["rest"]:
            text = _ID.sub("", match["text"])
            outline.append(Heading(int(match["level"]), match["id"], text))
    return outline


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

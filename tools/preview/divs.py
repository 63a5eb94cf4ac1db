"""The Divs with a meaning in Quarto: callouts, content for one format only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from tools.preview import nodes
from tools.preview.callouts import KINDS, callout
from tools.preview.errors import Problems
from tools.preview.nodes import Node
from tools.preview.source import Source

_FORMATS = ("html", "html:js", "ipynb")
# Classes with a meaning in Quarto but not in the preview, which stops at them.
_UNSUPPORTED_CLASSES = (
    "column-margin",
    "aside",
    "panel-tabset",
    "panel-sidebar",
    "panel-input",
    "panel-fill",
    "panel-center",
    "theorem",
    "lemma",
    "proof",
    "listing",
)
_UNSUPPORTED_KEYS = (
    "layout",
    "layout-ncol",
    "layout-nrow",
    "when-profile",
    "when-meta",
    "unless-profile",
    "unless-meta",
)

Report = Callable[[str, str], None]


def apply(tree: object, words: Mapping[str, str], source: Source, problems: Problems) -> Any:
    """Return a page's tree with its special Divs replaced by their meaning.

    Args:
        tree: The page's blocks.
        words: The page's language.
        source: The page, to report the place of a Div.
        problems: Collects Divs outside the subset.
    """
    callouts = count(1)

    def report(needle: str, message: str) -> None:
        for place in source.find(needle):
            problems.add(place, message)

    def rule(node: Node) -> list[Node] | None:
        if node["t"] != "Div":
            return None
        _check(node, report)
        _, classes, _ = node["c"][0]
        if "content-visible" in classes or "content-hidden" in classes:
            return node["c"][1] if _is_visible(node, report) else []
        kind = next((name[8:] for name in classes if name.startswith("callout-")), None)
        if kind is None:
            return None
        if kind not in KINDS:
            report(f".callout-{kind}", f"`.callout-{kind}`: the callouts are {', '.join(KINDS)}")
            return None
        return callout(node, kind, next(callouts), words)

    return nodes.rewrite(tree, rule)


def _check(node: Node, report: Report) -> None:
    _, classes, pairs = node["c"][0]
    for name in classes:
        if name in _UNSUPPORTED_CLASSES:
            report(f".{name}", f"`.{name}` is known to Quarto, but not to this preview")
    for key, _ in pairs:
        if key in _UNSUPPORTED_KEYS:
            report(key, f"`{key}` is known to Quarto, but not to this preview")


def _is_visible(node: Node, report: Report) -> bool:
    _, classes, _ = node["c"][0]
    pairs = nodes.pairs(node["c"][0])
    visible = True
    for key in ("when-format", "unless-format"):
        if key not in pairs:
            continue
        name = pairs[key]
        if name not in _FORMATS:
            shown = ", ".join(_FORMATS)
            report(f'{key}="{name}"', f'`{key}="{name}"`: the formats are {shown}')
        visible = visible and (name.startswith("html") == (key == "when-format"))
    return visible if "content-visible" in classes else not visible

"""The Divs with a meaning in Quarto: callouts that fold, and content for pages only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from tools.preview import nodes
from tools.preview.errors import Problems
from tools.preview.floats import is_float
from tools.preview.nodes import Node
from tools.preview.source import Source

KINDS = ("note", "tip")
# Classes and keys with a meaning in Quarto but not in the preview, which stops at them.
_UNSUPPORTED_CLASSES = (
    "content-hidden",
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
    "appearance",
    "layout",
    "layout-ncol",
    "layout-nrow",
    "unless-format",
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
        source: The page, to report the place of a problem.
        problems: Collects Divs and other nodes outside the subset.
    """

    def report(needle: str, message: str) -> None:
        for place in source.find(needle):
            problems.add(place, message)

    def rule(node: Node) -> list[Node] | None:
        if node["t"] != "Div":
            _check(node, report)
            return None
        _check_div(node, report)
        (_, classes, pairs), blocks = node["c"]
        if "content-visible" in classes:
            if dict(pairs).get("when-format") != "html":
                report(".content-visible", '`.content-visible` needs `when-format="html"` here')
            return list(blocks)
        kind = next((name[8:] for name in classes if name.startswith("callout-")), None)
        if kind is None:
            return None
        wrong = _wrong_callout(node, kind)
        if wrong:
            report(f".callout-{kind}", f"`.callout-{kind}`: {wrong}")
            return None
        return _callout(node, words[kind])

    return nodes.rewrite(tree, rule)


def _check(node: Node, report: Report) -> None:
    """Report what Pandoc reads, but the preview does not show as Quarto does."""
    kind, content = node["t"], cast(Any, node.get("c"))
    if kind == "Cite":
        name = content[0][0]["citationId"]
        link = f"write a link, as in [words](#{name}); a plain @ is written \\@"
        report(f"@{name}", f"`@{name}`: this preview has no references and no citations: {link}")
    elif kind == "Image":
        target = content[2][0]
        report(target, f"`{target}`: this preview shows no Markdown pictures: print one in a cell")
    elif kind == "Note":
        report("[^", "footnotes are known to Quarto, but not to this preview")
    elif kind == "Table" and is_float(content[0][0]):
        report(content[0][0], "only a table that a cell prints has a number: `#| tbl-cap:`")
    elif kind == "Str" and content.startswith("{#eq-"):
        report(content, f"`{content}`: this preview numbers no equations")


def _check_div(node: Node, report: Report) -> None:
    _, classes, pairs = node["c"][0]
    for name in classes:
        if name in _UNSUPPORTED_CLASSES:
            report(f".{name}", f"`.{name}` is known to Quarto, but not to this preview")
    for key, _ in pairs:
        if key in _UNSUPPORTED_KEYS:
            report(key, f"`{key}` is known to Quarto, but not to this preview")


def _wrong_callout(node: Node, kind: str) -> str:
    """Return what is wrong with a callout, or ""."""
    if kind not in KINDS:
        return f"the callouts are {', '.join(KINDS)}"
    (_, _, pairs), blocks = node["c"]
    if dict(pairs).get("collapse") != "true":
        return 'here all callouts fold: add `collapse="true"`'
    return "" if blocks and blocks[0]["t"] == "Header" else "it begins with a heading, its title"


def _callout(node: Node, kind: str) -> list[Node]:
    """Return a callout as a <details>, which folds without a script."""
    (_, classes, _), (title, *blocks) = node["c"]
    names = " ".join(["callout", "callout-style-default", *classes, "callout-titled"])
    # HTML allows no <div> in a <summary>. The spoken kind is what colour and icon show.
    summary = (
        '<summary class="callout-header d-flex align-content-center">'
        '<span class="callout-icon-container">'
        '<i class="callout-icon" aria-hidden="true"></i></span>'
        '<span class="callout-title-container flex-fill">'
        f'<span class="screen-reader-only">{kind}: </span>'
    )
    toggle = '</span><span class="callout-btn-toggle"><i class="callout-toggle"></i></span>'
    body = nodes.div(nodes.attr(classes=["callout-body-container", "callout-body"]), blocks)
    return [
        nodes.raw(f'<details class="{names}">'),
        nodes.raw(summary),
        nodes.plain(title["c"][2]),
        nodes.raw(f"{toggle}</summary>"),
        nodes.div(nodes.attr(classes=["callout-collapse"]), [body]),
        nodes.raw("</details>"),
    ]

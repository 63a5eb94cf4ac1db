"""Code blocks: the copy button, and the class names that Quarto gives them."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

from tools.preview import nodes
from tools.preview.nodes import Node

_CELL_CODE = re.compile(
    r'<div class="sourceCode" id="(?P<id>cb\d+)">'
    r'<pre class="sourceCode (?P<language>\S+) cell-code">'
)
_PLAIN_CELL_CODE = re.compile(r'<pre class="(?P<language>\S+) cell-code"><code>')


def dress(tree: object, words: Mapping[str, str]) -> Any:
    """Return a page's tree with code that can be copied."""
    label = html.escape(words["copy"])
    done = html.escape(words["copied"])
    button = nodes.raw(
        f'<button type="button" class="code-copy-button" title="{label}" aria-label="{label}" '
        f'data-copied="{done}"><i class="bi" aria-hidden="true"></i></button>'
    )

    def rule(node: Node) -> list[Node] | None:
        if node["t"] == "CodeBlock" and node["c"][0][1]:
            scaffold = nodes.attr(classes=["code-copy-outer-scaffold"])
            return [nodes.div(scaffold, [node, button])]
        return None

    return nodes.rewrite(tree, rule)


def rename(body: str) -> str:
    """Return a page's HTML with a cell's code marked on the outer element, as Quarto does."""
    body = _CELL_CODE.sub(
        r'<div class="sourceCode cell-code" id="\g<id>">'
        r'<pre class="sourceCode \g<language> code-with-copy">',
        body,
    )
    return _PLAIN_CELL_CODE.sub(r'<pre class="sourceCode \g<language> cell-code"><code>', body)

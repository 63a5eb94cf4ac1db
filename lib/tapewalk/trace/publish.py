"""How a page's Python cells pass traces and other data to its diagrams."""

from __future__ import annotations

import json
from typing import Any

from tapewalk.trace.format import encode_number
from tapewalk.trace.validate import validate


def publish(**data: object) -> None:
    """Print the block through which a page's OJS cells read `data` under the same names.

    The cell that calls it needs `#| output: asis`. The block is the one that Quarto's `ojs_define`
    writes, without the scripts from other hosts that Quarto then adds to the page.

    Args:
        data: Traces and scores, which are checked, and anything else that JSON can represent.

    Raises:
        ValueError: A trace breaks its schema.
        TypeError: Something is not a trace and JSON can't represent it.

    Example:
        >>> publish(losses=[0.5, 0.25])
        ```{=html}
        <script type="ojs-define">{"contents":[{"name":"losses","value":[0.5,0.25]}]}</script>
        ```
    """
    contents = []
    for name, value in data.items():
        if isinstance(value, dict) and ("schema" in value or "score" in value):
            validate(value)
        contents.append({"name": name, "value": encodable(value)})
    text = json.dumps({"contents": contents}, separators=(",", ":"), allow_nan=False)
    # A "</script>" in a label would end the block early.
    text = text.replace("</", "<\\/")
    print(f'```{{=html}}\n<script type="ojs-define">{text}</script>\n```')


def encodable(value: object) -> Any:
    """Return `value` with every NaN and infinity replaced by its name, as in traces."""
    if isinstance(value, float):
        return encode_number(value)
    if isinstance(value, dict):
        return {key: encodable(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [encodable(entry) for entry in value]
    return value

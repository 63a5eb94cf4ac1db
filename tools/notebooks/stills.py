"""The still images of a notebook's figures, drawn from the data that the page's cells published."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from typing import Any

from tapewalk import widgets
from tapewalk.widgets.published import forget

_BLOCK = re.compile(
    r'```\{=html\}\n<script type="ojs-define">(?P<data>.*?)</script>\n```\n', re.DOTALL
)


class Stills:
    """The figures of one notebook, in the order of its cells.

    They show only data that cells pass to `publish`, so drawing them needs no kernel.
    """

    def __init__(self, lang: str) -> None:
        forget()
        widgets.set_language(lang)
        self._names: dict[str, Any] = {"widgets": widgets, "published": widgets.published}

    def publish(self, outputs: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Store the data in the output of a page's cell.

        Args:
            outputs: The cell's outputs, pieces of one stream joined.

        Returns:
            The outputs without the blocks of data, as they are in a notebook.
        """
        others = []
        for output in outputs:
            text = output.get("text", "")
            for block in _BLOCK.finditer(text):
                contents = json.loads(block["data"])["contents"]
                widgets.publish(**{entry["name"]: entry["value"] for entry in contents})
            rest = _BLOCK.sub("", text)
            if rest == text:
                others.append(output)
            elif rest:
                others.append({**output, "text": rest})
        return others

    def draw(self, code: str) -> list[dict[str, Any]]:
        """Run the cell of a figure.

        Args:
            code: Calls of `tapewalk.widgets`, the last of which is shown.

        Returns:
            Its outputs, in the form of a kernel's.
        """
        *before, last = ast.parse(code).body
        exec(compile(ast.Module(before, []), "<figure>", "exec"), self._names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), "<figure>", "exec"), self._names)
            return []
        figure = eval(compile(ast.Expression(last.value), "<figure>", "eval"), self._names)
        data, metadata = figure._repr_mimebundle_()
        return [{"output_type": "display_data", "data": data, "metadata": metadata}]

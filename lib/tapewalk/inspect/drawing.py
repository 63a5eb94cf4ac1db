"""Pictures of graphs that are written in the language of Graphviz, such as torchviz's."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Final

from tapewalk.figures.bundle import graphviz
from tapewalk.inspect.words import say
from tapewalk.language import language

# Names of nodes, which may be addresses in memory, and the text before the picture itself.
_ASIDE: Final = re.compile(r"\A.*?(?=<svg)|<!--.*?-->\n?|<title>.*?</title>\n?", re.DOTALL)


class Drawing:
    """A graph that a notebook shows as a picture.

    Attributes:
        dot: The graph in the language of Graphviz.
        svg: The picture, or `None` if nothing can draw it.
    """

    def __init__(self, dot: str) -> None:
        self.dot = dot
        self.svg = _svg(dot)

    def __repr__(self) -> str:
        if self.svg is None:
            return say("undrawn", language())
        return f"<Drawing of {self.dot.count('->')} arrows>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        drawn = {} if self.svg is None else {"image/svg+xml": self.svg}
        return {**drawn, "text/plain": repr(self)}


def draw_dot(dot: str) -> Drawing:
    """Draw a graph with Graphviz.

    Args:
        dot: The graph in DOT, as from `Report.to_dot` or torchviz's `make_dot(…).source`.

    Returns:
        The drawing; end a notebook's cell with it.

    Raises:
        ValueError: Graphviz can't read the graph.

    Example:
        >>> draw_dot("digraph { loss -> product -> x }")
        <Drawing of 2 arrows>
    """
    return Drawing(dot)


def _svg(dot: str) -> str | None:
    """Return the picture that Graphviz for Node draws in a checkout, else the system's Graphviz."""
    installed = shutil.which("dot")
    command = graphviz() or ([installed, "-Tsvg"] if installed else None)
    if command is None:
        return None
    done = subprocess.run(command, input=dot, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise ValueError(f"Graphviz could not draw this graph:\n{done.stderr.strip()}")
    return _ASIDE.sub("", done.stdout)

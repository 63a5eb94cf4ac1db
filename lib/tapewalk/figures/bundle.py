"""The files that draw: beside this module in a wheel, where they are built in a checkout."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_FOLDERS = (_HERE / "static", _HERE.parents[1] / "diagrams" / "dist")

SCRIPT, STYLES, FILM_STRIP = "tapewalk.js", "widget.css", "film-strip.mjs"
# What a report draws in a page of its own; it starts by itself.
REPORT = "report.js"
# Graphviz for Node, with the npm packages of a checkout: it draws alike on all systems.
_GRAPHVIZ = _HERE / "graphviz.mjs"


@dataclass(frozen=True)
class Bundle:
    """The drawing code, as text.

    Attributes:
        figure: The module that draws with them in a notebook.
        js: The views.
        css: Their styles, which touch nothing outside a figure.
        version: The hash of all three.
    """

    figure: str
    js: str
    css: str
    version: str


@cache
def bundle() -> Bundle | None:
    """Return the bundle, or `None` after saying, once, why figures stay tables."""
    script, styles = find(SCRIPT), find(STYLES)
    if script is None or styles is None:
        warnings.warn(
            "This installation of tapewalk has no drawings: figures appear as tables. pip "
            "builds them from the repository where it reaches the npm registry; the wheel on the "
            "course's site has them, and in a checkout `make assets` builds them.",
            stacklevel=2,
        )
        return None
    js, css = script.read_text("utf-8"), styles.read_text("utf-8")
    figure = (_HERE / "figure.js").read_text("utf-8")
    digest = hashlib.sha256("\0".join((figure, js, css)).encode()).hexdigest()
    return Bundle(figure, js, css, digest[:16])


def find(name: str) -> Path | None:
    """Return one of the built files, or None."""
    return next((folder / name for folder in _FOLDERS if (folder / name).is_file()), None)


def node() -> str | None:
    """Return the Node program: what TAPEWALK_NODE names, the environment's, the system's; or None.

    An empty TAPEWALK_NODE means that there is none.
    """
    named = os.environ.get("TAPEWALK_NODE")
    if named is not None:
        return named or None
    beside = Path(sys.executable).parent / ("node.exe" if os.name == "nt" else "node")
    return str(beside) if beside.exists() else shutil.which("node")


def graphviz() -> list[str] | None:
    """Return the command that draws a graph with Graphviz for Node, or None in a wheel."""
    program = node() if _GRAPHVIZ.is_file() else None
    return [program, str(_GRAPHVIZ)] if program else None

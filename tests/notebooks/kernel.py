"""A fresh kernel with the site's wheel and the declared packages only, and what runs in it."""

from __future__ import annotations

import json
import os
import re
import zipfile
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from packaging.requirements import Requirement

from tests.notebooks.lessons import ROOT, site
from tools.wheel import ADDRESS

_SECONDS = 120

# Runs before anything else in the kernel: what nobody declared is not there.
_SITE = """
import sys
from importlib.machinery import PathFinder
UNDECLARED = set({modules!r})

class Declared(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.partition(".")[0] in UNDECLARED:
            return None
        return super().find_spec(name, path, target)

sys.meta_path = [Declared if finder is PathFinder else finder for finder in sys.meta_path]
"""
_LAST = "import json, tapewalk; print(json.dumps([tapewalk.__file__, widgets.Figure.__module__]))"


def declared() -> set[str]:
    """The packages that requirements.txt brings, what they need included."""
    text = (ROOT / "requirements.txt").read_text("utf-8")
    waiting = [(Requirement(line), "") for line in text.splitlines() if re.match(r"\w", line)]
    found: set[str] = set()
    while waiting:
        wanted, extra = waiting.pop()
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
            continue
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        for extra in ("", *wanted.extras):
            key = f"{name}[{extra}]" if extra else name
            if key in found:
                continue
            found.add(key)
            try:
                needs = distribution(name).requires or []
            except PackageNotFoundError:
                continue
            waiting += [(Requirement(need), extra) for need in needs]
    return found


def environment(config: pytest.Config, folder: Path) -> dict[str, str]:
    """The variables of a kernel that has the site's wheel and no package beyond the declared.

    The wheel is unpacked into `folder`.
    """
    with zipfile.ZipFile(site(config) / ADDRESS) as wheel:
        wheel.extractall(folder)
    known = declared() | {"pip"}
    undeclared = sorted(
        module
        for module, owners in packages_distributions().items()
        if module != "tapewalk"
        and not {re.sub(r"[-_.]+", "-", owner).lower() for owner in owners} & known
    )
    assert "playwright" in undeclared, "the tests' own packages are not among those declared"
    assert not {"numpy", "anywidget", "ipykernel"} & set(undeclared)
    (folder / "sitecustomize.py").write_text(_SITE.format(modules=undeclared), "utf-8")
    # Pictures are drawn while the site is built; here a table stands for them.
    names = {"PYTHONPATH": str(folder), "TAPEWALK_NODE": ""}
    return {**os.environ, **names}


def execute(nb: nbformat.NotebookNode, variables: dict[str, str], folder: Path) -> None:
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(nb, timeout=_SECONDS, resources=resources)
    client.execute(env=variables)


def check(name: str, variables: dict[str, str], library: Path, site_folder: Path, scratch: Path):
    """Runs a lesson's notebook from top to bottom and looks at what it gave."""
    nb = nbformat.read(site_folder / name, as_version=4)
    nb.cells.append(nbformat.v4.new_code_cell(_LAST))
    execute(nb, variables, scratch)
    where, home = json.loads(nb.cells[-1].outputs[0].text)
    assert Path(where).is_relative_to(library), "the wheel is what ran, not the checkout"
    assert home == "tapewalk.widgets.figure"
    for cell in nb.cells:
        if re.search(r"\bwidgets\.(?!set_language)\w+\(", cell.source) and cell.id != "setup":
            assert "application/vnd.jupyter.widget-view+json" in cell.outputs[-1].data, cell.id

"""The first cell of every notebook: brings what is missing, and the figures' language."""

from __future__ import annotations

from collections.abc import Iterable

from tools.finish.repository import Home
from tools.stamp import ROOT
from tools.wheel import ADDRESS

# What a lesson may import that an environment may lack: packages named like their modules.
PACKAGES = ("matplotlib", "torch", "torchviz")
WORDS = {
    "en": {
        "question": "Question",
        "data": "Data for the figures",
        "title": "Setup",
        "why": "Installs what this Python lacks, and only that.",
        "reload": "Installed. Reload this page once, so that Jupyter finds the figures.",
    },
    "es": {
        "question": "Pregunta",
        "data": "Datos para las figuras",
        "title": "Preparación",
        "why": "Instala lo que le falta a este Python, y nada más.",
        "reload": "Instalado. Recarga esta página una vez para que Jupyter encuentre las figuras.",
    },
}


def first_cell(lang: str, modules: Iterable[str], home: Home, up: str, figures: bool = True) -> str:
    """Return the code of the first cell.

    Args:
        lang: The lesson's language.
        modules: What its cells import.
        home: Where the site will be seen.
        up: The way from the notebook back to the site's root, as in "../../".
        figures: Whether the notebook shows any.
    """
    words = WORDS[lang]
    needed = {"tapewalk": "wheel"}
    if figures:
        needed["anywidget"] = f'"{pinned("anywidget")}"'
    found = set(modules)
    needed |= {name: f'"{pinned(name)}"' for name in PACKAGES if name in found}
    listed = "\n".join(f'    "{name}": {source},' for name, source in needed.items())
    # A copy of the whole site, unpacked anywhere, needs no network for the library.
    beside = f'"{up}{ADDRESS}"'
    wheel = f"wheel = {beside}\n"
    elsewhere = home.built(ADDRESS)
    if elsewhere:
        wheel += f'if not Path(wheel).exists():\n    wheel = "{elsewhere}"\n'
    path = "from pathlib import Path\n" if elsewhere else ""
    brought = (
        f'    print("{words["reload"]}")\n\n'
        "from tapewalk import widgets\n"
        "from tapewalk.widgets import publish, published\n\n"
        f'widgets.set_language("{lang}")'
    )
    return (
        f"# @title {words['title']}\n"
        f"# {words['why']}\n"
        f"from importlib.util import find_spec\n{path}\n"
        f"{wheel}packages = {{\n{listed}\n}}\n"
        "missing = [source for name, source in packages.items() if not find_spec(name)]\n"
        "if missing:\n"
        '    %pip install --quiet {" ".join(missing)}' + (f"\n{brought}" if figures else "")
    )


def pinned(package: str) -> str:
    """Return a package with its version, as requirements.txt has it."""
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.strip()
    raise LookupError(f"requirements.txt pins no {package}")

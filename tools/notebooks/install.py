"""The first cell of every notebook: brings what is missing, and the figures' language."""

from __future__ import annotations

from collections.abc import Iterable

from tools.finish.repository import Home
from tools.stamp import ROOT
from tools.wheel import ADDRESS

# What a lesson may import that an environment may lack: packages named like their modules.
PACKAGES = ("matplotlib", "torch", "torchviz")
# What stands in braces is filled in by the cell when it runs.
WORDS = {
    "en": {
        "question": "Question",
        "data": "Data for the figures",
        "title": "Setup",
        "why": "Installs what this Python lacks, and only that.",
        "reload": "Installed. Reload this page once, so that Jupyter finds the figures.",
        "failed": "Not installed: {names}. Above, pip says why. Fix that and run this cell again, "
        "or type in a terminal: {command}",
        "alone": "This notebook needs the library, which comes with the course: {wheel} is not "
        "there. Put the notebook back into the course's folder, or install the file of that name "
        "from there with pip; then run this cell again.",
    },
    "es": {
        "question": "Pregunta",
        "data": "Datos para las figuras",
        "title": "Preparación",
        "why": "Instala lo que le falta a este Python, y nada más.",
        "reload": "Instalado. Recarga esta página una vez para que Jupyter encuentre las figuras.",
        "failed": "No se pudo instalar: {names}. Arriba, pip dice por qué. Arréglalo y vuelve a "
        "ejecutar esta celda, o escribe en una terminal: {command}",
        "alone": "Este cuaderno necesita la biblioteca, que viene con el curso: {wheel} no está. "
        "Devuelve el cuaderno a la carpeta del curso, o instala con pip el archivo de ese nombre "
        "que hay en ella; después vuelve a ejecutar esta celda.",
    },
}


def first_cell(lang: str, modules: Iterable[str], home: Home, up: str, figures: bool = True) -> str:
    """Return the code of the first cell.

    It stops with what to do where something is still missing in the end; anywidget alone may be,
    for figures then stand still and say so.

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
    elsewhere = home.built(ADDRESS)
    if not elsewhere and home.repository is not None:
        elsewhere = f"git+{home.repository.url}"
    if elsewhere:
        away = f'if not Path(wheel).exists():\n    wheel = "{elsewhere}"\n'
    else:
        away = (
            'if not find_spec("tapewalk") and not Path(wheel).exists():\n'
            f'    raise FileNotFoundError(f"{words["alone"]}")\n'
        )
    installed = f'    if find_spec("anywidget"):\n        print("{words["reload"]}")\n'
    brought = (
        "\nfrom tapewalk import widgets\n"
        "from tapewalk.widgets import publish, published\n\n"
        f'widgets.set_language("{lang}")'
    )
    return (
        f"# @title {words['title']}\n"
        f"# {words['why']}\n"
        "import sys\n"
        "from importlib import invalidate_caches\n"
        "from importlib.util import find_spec\n"
        "from pathlib import Path\n\n"
        f'wheel = "{up}{ADDRESS}"\n{away}'
        f"packages = {{\n{listed}\n}}\n"
        "missing = [name for name in packages if not find_spec(name)]\n"
        "if missing:\n"
        '    sources = " ".join(packages[name] for name in missing)\n'
        "    %pip install --quiet {sources}\n"
        "    invalidate_caches()\n"
        '    missing = [name for name in missing if name != "anywidget" and not find_spec(name)]\n'
        "    if missing:\n"
        '        names = ", ".join(missing)\n'
        '        command = f"{sys.executable} -m pip install {sources}"\n'
        f'        raise RuntimeError(f"{words["failed"]}")\n'
        + (installed + brought if figures else "")
    ).rstrip("\n")


def pinned(package: str) -> str:
    """Return a package with its version, as requirements.txt has it."""
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.strip()
    raise LookupError(f"requirements.txt pins no {package}")

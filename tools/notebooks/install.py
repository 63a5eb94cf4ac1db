"""The first cell of every notebook: brings what is missing, and the figures' language."""

from __future__ import annotations

from collections.abc import Iterable

from tools.finish.repository import Home
from tools.notebooks.words import WORDS
from tools.stamp import ROOT
from tools.wheel import ADDRESS

# What a lesson may import that an environment may lack: packages named like their modules.
PACKAGES = ("matplotlib", "torch", "torchviz")


def first_cell(lang: str, modules: Iterable[str], home: Home, up: str, figures: bool = True) -> str:
    """Returns the code of the first cell.

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
    imported = set(modules)
    needed |= {name: f'"{pinned(name)}"' for name in PACKAGES if name in imported}
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
    """Returns a package with its version, as requirements.txt has it."""
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.strip()
    raise LookupError(f"requirements.txt pins no {package}")

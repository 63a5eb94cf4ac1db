"""The first cell of every notebook: it installs missing packages and sets the figures' language."""

from __future__ import annotations

from collections.abc import Iterable

from tapewalk.version import __version__
from tools.finish.repository import Home
from tools.notebooks.words import WORDS
from tools.stamp import ROOT
from tools.wheel import ADDRESS

# The imports that an environment may lack: packages named like their modules.
PACKAGES = ("matplotlib", "torch", "torchviz")


def first_cell(lang: str, modules: Iterable[str], home: Home, up: str, figures: bool = True) -> str:
    """Return the code of the first cell.

    It stops with instructions if a package is still missing at the end, or if the kernel has loaded
    another version than it installed. Only anywidget may be missing, or new to the open page:
    figures are then still images with a note.

    Args:
        lang: The lesson's language.
        modules: What its cells import.
        home: Where the site will be seen.
        up: The path from the notebook to the site's root, as in "../../".
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
    # An open page of Jupyter does not notice the new anywidget; Colab fetches it for each figure.
    brought = (
        "\nfrom tapewalk import widgets\n"
        "from tapewalk.widgets import publish, published\n\n"
        f'widgets.set_language("{lang}")\n'
        'is_new = "anywidget" in missing and find_spec("anywidget")\n'
        'widgets.show_still(is_new and "google.colab" not in sys.modules)'
    )
    return (
        f"# @title {words['title']}\n"
        f"# {words['why']}\n"
        "import sys\n"
        "from importlib import invalidate_caches, metadata\n"
        "from importlib.util import find_spec\n"
        "from pathlib import Path\n\n"
        f'wheel = "{up}{ADDRESS}"\n{away}'
        f"packages = {{\n{listed}\n}}\n"
        "missing = [name for name in packages if not find_spec(name)]\n"
        'versions = {found.version for found in metadata.distributions(name="tapewalk")}\n'
        f'if versions - {{"{__version__}"}}:\n'
        '    missing.insert(0, "tapewalk")\n'
        "if missing:\n"
        '    sources = " ".join(packages[name] for name in missing)\n'
        "    %pip install --quiet {sources}\n"
        "    invalidate_caches()\n"
        '    lacking = [name for name in missing if name != "anywidget" and not find_spec(name)]\n'
        "    if lacking:\n"
        '        names = ", ".join(lacking)\n'
        '        command = f"{sys.executable} -m pip install {sources}"\n'
        f'        raise RuntimeError(f"{words["failed"]}")\n'
        '    for name in {"numpy", "tapewalk"} & sys.modules.keys():\n'
        "        loaded, found = sys.modules[name].__version__, metadata.version(name)\n"
        "        if loaded != found:\n"
        f'            raise RuntimeError(f"{words["restart"]}")\n' + (brought if figures else "")
    ).rstrip("\n")


def pinned(package: str) -> str:
    """Return a package with its version in requirements.txt."""
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.strip()
    raise LookupError(f"requirements.txt pins no {package}")

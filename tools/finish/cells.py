"""The OJS cells of Quarto's pages, compiled while the site is built.

Quarto's own runtime compiles them in the browser: it is more than twice as heavy as everything else
that a page runs, and every page has it, with cells or without. So its pages get the preview's.
"""

import base64
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.finish.site import FinishError, link
from tools.node import NodeError, ask
from tools.preview.cache import Cache
from tools.preview.ojs import client_script
from tools.preview.render import CLIENT
from tools.stamp import CACHE, ROOT

_PROGRAM = Path(__file__).with_suffix(".mjs")
_RUNTIME = "site_libs/quarto-ojs"
_LOADS = re.compile(rf'<(?:script|link)\b[^>]*="[^"]*{_RUNTIME}/[^"]*"[^>]*>(?:</script>)?\n?')
_SOURCES = re.compile(r'<script type="ojs-module-contents">\s*(.*?)\s*</script>\n?', re.DOTALL)
_STARTS = re.compile(
    r'<script type="module">(?:(?!</script>).)*?_ojs\.runtime\.interpretFromScriptTags\(\);'
    r"\s*</script>\n?",
    re.DOTALL,
)


def compile_cells(pages: Mapping[str, str], sources: Path = ROOT) -> dict[str, str]:
    """Compile the OJS cells of those pages that Quarto has rendered.

    Args:
        pages: The text of pages by their addresses.
        sources: The folder of the .qmd files, with the modules that pages import.

    Returns:
        The pages: Quarto's with their cells compiled, all others unchanged.

    Raises:
        FinishError: A cell does not parse; the message is the parser's.
    """
    cells = {address: _cells(text) for address, text in pages.items() if _RUNTIME in text}
    if not cells:
        return dict(pages)
    asked = [
        {
            "client": _module(link(address, CLIENT)),
            "folder": str((sources / address).parent),
            "cells": own,
        }
        for address, own in cells.items()
    ]
    try:
        modules = dict(zip(cells, ask(_PROGRAM, asked), strict=True))
    except NodeError as error:
        raise FinishError(f"The OJS cells could not be compiled:\n{error}") from None
    return {
        address: _with_module(text, modules[address]) if address in modules else text
        for address, text in pages.items()
    }


def place_client(folder: Path) -> None:
    """Replace Quarto's runtime by the preview's.

    Args:
        folder: The rendered folder, with all its pages compiled; a folder of the preview's stays.
    """
    if (folder / _RUNTIME).is_dir():
        (folder / CLIENT).parent.mkdir(parents=True, exist_ok=True)
        (folder / CLIENT).write_text(client_script(Cache(CACHE / "preview")), encoding="utf-8")
        shutil.rmtree(folder / _RUNTIME)


def _cells(text: str) -> list[dict[str, Any]]:
    match = _SOURCES.search(text)
    entries = json.loads(base64.b64decode(match[1]))["contents"] if match else []
    # Quarto's own block, for Shiny, has no cell.
    return [entry for entry in entries if entry.get("cellName")]


def _module(path: str) -> str:
    # A name without a leading dot or slash would be the name of a package.
    return path if path.startswith(".") else f"./{path}"


def _with_module(text: str, module: str) -> str:
    script = f'<script type="module">\n{module}\n</script>\n' if module else ""
    return _STARTS.sub("", _SOURCES.sub(lambda _: script, _LOADS.sub("", text)))

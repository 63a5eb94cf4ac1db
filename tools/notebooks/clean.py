"""The outputs of a cell as the notebook stores them, free of traces of machine and time."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from tools.stamp import ROOT

_ADDRESS = re.compile(r"\s+at 0x[0-9a-fA-F]+")
_KERNEL = re.compile(r"/\S*ipykernel_\d+/\d+\.py")
# A live figure needs its kernel; the picture beside it needs nothing.
_LIVE = "application/vnd.jupyter.widget-view+json"


def outputs(raw: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the cleaned outputs of a cell.

    Args:
        raw: The kernel's outputs, pieces of one stream joined.
    """
    cleaned = []
    for output in raw:
        clean = _clean({key: value for key, value in output.items() if key != "execution_count"})
        if "data" in clean:
            clean["data"] = {kind: d for kind, d in clean["data"].items() if kind != _LIVE}
            # Metadata for the builder of pages.
            clean["metadata"].pop("tapewalk", None)
        if clean["output_type"] == "execute_result":
            # Its number is that of the cell, which the notebook counts again.
            clean["output_type"] = "display_data"
        cleaned.append(clean)
    return cleaned


def _clean(value: object) -> Any:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return [_clean(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _clean(entry) for key, entry in value.items()}
    return value


def _text(text: str) -> str:
    for path, name in _paths():
        text = text.replace(path, name)
    return _KERNEL.sub("<cell>", _ADDRESS.sub("", text))


def _paths() -> list[tuple[str, str]]:
    """Return the folders of this machine and their replacements, the longest first."""
    names = {f"{ROOT}/": ""}
    for folder in (sys.prefix, sys.base_prefix):
        names[f"{folder}/"] = ""
    names[f"{Path.home()}/"] = "~/"
    return sorted(names.items(), key=lambda pair: -len(pair[0]))

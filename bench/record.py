"""The format of the measurements' records: JSON with one entry per line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_WIDTH = 300


def write(path: Path, record: dict[str, Any]) -> None:
    """Write a record to a file."""
    path.write_text(text(record) + "\n", encoding="utf-8")


def text(value: Any, indent: str = "") -> str:
    """Return JSON in which only long objects, and lists of objects, take several lines."""
    line = json.dumps(value, ensure_ascii=False)
    inner = indent + " "
    if isinstance(value, dict) and len(line) > _WIDTH:
        parts = [f"{json.dumps(key)}: {text(one, inner)}" for key, one in value.items()]
    elif isinstance(value, list) and len(line) > _WIDTH and isinstance(value[0], dict):
        parts = [text(one, inner) for one in value]
    else:
        return line
    start, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return f"{start}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{end}"

"""The date and the machine of a record."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any


def stamp(packages: Iterable[str]) -> dict[str, Any]:
    """Return the date, the machine and the versions of packages, None for a missing one."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {
            "cpu": _cpu(),
            "system": f"{platform.system()} {platform.machine()}",
            "python": f"{platform.python_implementation()} {platform.python_version()}",
        },
        "versions": {name: _version(name) for name in packages},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cpu() -> str:
    """Return the processor's name, as exactly as the system reports it.

    On virtual machines the name may be only that of the family, which numbers distinguish.
    """
    about = Path("/proc/cpuinfo")
    if not about.exists():
        return platform.processor()
    first = about.read_text().split("\n\n", 1)[0]
    fields = dict(re.findall(r"^(.+?)\s*: (.*)$", first, re.MULTILINE))
    if "model name" not in fields:
        return platform.processor()
    kinds = {"family": "cpu family", "model": "model"}
    numbers = [f"{word} {fields[key]}" for word, key in kinds.items() if key in fields]
    return f"{fields['model name']} ({', '.join(numbers)})" if numbers else fields["model name"]

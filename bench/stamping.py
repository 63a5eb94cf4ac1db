"""When and on what a record was measured."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any


def stamp(packages: Iterable[str]) -> dict[str, Any]:
    """Returns the date, the machine and the versions of packages, None for one that is not here.

    Args:
        packages: Names of packages.
    """
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
    """Returns what the processor is, as exactly as the system tells.

    Virtual machines tell of many processors only the family's name; numbers tell those apart.
    """
    about = Path("/proc/cpuinfo")
    if not about.exists():
        return platform.processor()
    first = about.read_text().split("\n\n", 1)[0]
    told = dict(re.findall(r"^(.+?)\s*: (.*)$", first, re.MULTILINE))
    if "model name" not in told:
        return platform.processor()
    kinds = {"family": "cpu family", "model": "model"}
    numbers = [f"{word} {told[key]}" for word, key in kinds.items() if key in told]
    return f"{told['model name']} ({', '.join(numbers)})" if numbers else told["model name"]

"""When and on what a record was measured."""

from __future__ import annotations

import platform
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
    """Returns the name of the processor; only Linux tells more than its family."""
    about = Path("/proc/cpuinfo")
    if about.exists():
        for line in about.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor()

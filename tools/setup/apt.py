"""Debian's packages, for whoever may install them."""

import re
import shutil
from pathlib import Path

from tools.setup.run import SetupError, is_root, run, say

_HINT = "Is there a network, and does it reach a Debian mirror?"
_MISSING = re.compile(r"error while loading shared libraries: (\S+):")


def may_install() -> bool:
    """Tells whether this is root on a system with Debian's packages."""
    return is_root() and shutil.which("apt-get") is not None


def is_ubuntu(release: Path = Path("/etc/os-release")) -> bool:
    """Tells whether Chromium comes as a snap here and not as a package.

    Args:
        release: The file in which the system says what it is.
    """
    return release.is_file() and "ID=ubuntu" in release.read_text(encoding="utf-8").splitlines()


def install(*alternatives: str) -> None:
    """Installs the first of the packages that can be installed.

    Args:
        *alternatives: The names, the best first.

    Raises:
        SetupError: None of them can be installed.
    """
    # A fresh machine may be busy with its first updates: apt waits for them.
    apt = ("apt-get", "-o", "DPkg::Lock::Timeout=300")
    run([*apt, "update"], _HINT)
    for name in alternatives:
        say(f"Installing {name} …")
        try:
            run([*apt, "install", "-y", "--no-install-recommends", name], _HINT)
        except SetupError:
            if name == alternatives[-1]:
                raise
        else:
            return


def missing_package(output: str) -> str | None:
    """Finds the package of the library that a program stopped for.

    Args:
        output: What the program printed.

    Returns:
        The package's name by Debian's rule, such as libatomic1 for libatomic.so.1, or None if no
        library is missing.
    """
    match = _MISSING.search(output)
    if match is None:
        return None
    name, _, version = match[1].partition(".so")
    between = "-" if version and name[-1].isdigit() else ""
    return f"{name}{between}{version.removeprefix('.')}".lower().replace("_", "-")

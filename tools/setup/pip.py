"""pip inside .venv: what it fetches and installs while it does, and why it failed."""

import platform
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from tools.setup.run import BIN, VENV, run

NETWORK = "Is there a network, and does it reach the package index?"
# Not the small files that end in .whl.metadata.
_FETCH = re.compile(
    r"^\s*(?:Downloading|Using cached|Processing) (?:\S*/)?([\w.]+)-\d\S*\.whl(?!\.)"
)
_SIZE = re.compile(r"^\s*Downloading .* \(([\d.]+) (k|M|G)B\)")
_MEGABYTES = {"k": 1e-3, "M": 1.0, "G": 1e3}


def pip(*arguments: str) -> None:
    """Runs pip in .venv and says how far it is.

    Args:
        *arguments: The command and its options.

    Raises:
        SetupError: pip failed.
    """
    options = ("--disable-pip-version-check", "--no-input")
    run([BIN / "python", "-m", "pip", *arguments, *options], hint, PipProgress())


def install(*arguments: str) -> None:
    """Installs packages into .venv.

    Args:
        *arguments: What to install, and pip's options.

    Raises:
        SetupError: pip failed.
    """
    # Python compiles a module when it is first imported, and most of these never are.
    pip("install", "--progress-bar", "off", "--no-compile", *arguments)


def hint(output: str) -> str:
    """Finds the usual cause of a failure of pip.

    Args:
        output: What pip printed.

    Returns:
        A sentence or two that say what to do.
    """
    if "No space left on device" in output:
        return "The disk is full: set-up needs 3 GB in this folder, and 1 GB for temporary files."
    missing = re.search(r"No matching distribution found for (\S+)", output)
    if missing is None or "connection" in output.lower():
        return NETWORK
    machine = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    return (
        f"The package index has no {missing[1]} for {machine}. Either it can't be reached, or this "
        "Python is too new: the course is tested with Python 3.11 to 3.14. Remove .venv and name "
        "another: make setup PYTHON=/path/to/python3.13"
    )


def is_installed(name: str, version: str) -> bool:
    """Tells whether .venv holds all of a package.

    Args:
        name: The package, as its folder is called.
        version: The pinned version; a build of it, such as 2.13.0+cpu, counts as well.
    """
    finished = f"{name}-{version}*.dist-info/INSTALLER"
    return any(True for folder in _packages() for _ in folder.glob(finished))


def forget_halves() -> None:
    """Makes pip install again what it had not finished when it was stopped.

    pip writes INSTALLER last. Without it a package looks installed, and files may be missing.
    """
    for folder in _packages():
        for info in folder.glob("*.dist-info"):
            if not (info / "INSTALLER").exists():
                shutil.rmtree(info)


def _packages() -> Iterator[Path]:
    return VENV.glob("lib/python*/site-packages")


class PipProgress:
    """Counts what pip says it fetches, then what lies in .venv."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._fetched = 0
        self._megabytes = 0.0
        self._now = ""
        self._installing: list[str] = []

    def hear(self, line: str) -> None:
        """Takes a line of pip's output."""
        if fetch := _FETCH.match(line):
            self._fetched += 1
            self._now = fetch[1]
            if size := _SIZE.match(line):
                self._megabytes += float(size[1]) * _MEGABYTES[size[2]]
                self._now += f" ({size[1]} {size[2]}B)"
        elif line.startswith("Installing collected packages:"):
            self._installing = line.partition(":")[2].split(",")

    def status(self) -> str:
        """Says in one line how far pip is."""
        if self._installing:
            done = sum(1 for folder in _packages() for _ in folder.glob("*.dist-info/INSTALLER"))
            return f"{len(self._installing)} packages to install; .venv holds {done}"
        if self._fetched:
            size = f", {self._megabytes:.0f} MB downloaded" if self._megabytes >= 1 else ""
            return f"{self._fetched} packages fetched{size}; the last one: {self._now}"
        return "asking the package index"

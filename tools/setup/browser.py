"""Finds the Chromium that the browser tests drive, or installs Debian's."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.setup import apt
from tools.setup.run import SetupError

# No first-run page, no update check, no sync: a page's requests are the only ones.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Letters as wide as on phones: the browser without windows rounds them to whole pixels.
    "--font-render-hinting=none",
)

# The first draws pages and has no windows: it opens a page with a third of the work.
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_browser(environment: Mapping[str, str] | None = None) -> Path | None:
    """Looks for a Chromium that starts.

    Args:
        environment: The variables to look at; None takes the real ones. CHROMIUM wins over
            what is on the path.

    Returns:
        Its path, or None if there is none that works.

    Raises:
        SetupError: CHROMIUM names a program that doesn't start.
    """
    env = os.environ if environment is None else environment
    named = env.get("CHROMIUM", "")
    if named:
        if version(named) is None:
            raise SetupError(f"CHROMIUM={named} does not start{_why(named)}. Correct or unset it.")
        return Path(named)
    # Ubuntu's `chromium` may be a script that only asks for a snap: being there is not enough.
    return next((path for path in _candidates(env) if version(path) is not None), None)


def ensure_browser() -> Path:
    """Finds Chromium, and installs Debian's package when run as root and there is none.

    Returns:
        The path of a Chromium that starts.

    Raises:
        SetupError: There is none, and none can be installed from here.
    """
    browser = find_browser()
    if browser is None and apt.may_install() and not apt.is_ubuntu():
        # An older Debian has only the whole browser.
        apt.install("chromium-headless-shell", "chromium")
        browser = find_browser()
    if browser is None:
        raise SetupError(_none(list(_candidates(os.environ))))
    return browser


def version(path: str | Path) -> str | None:
    """Asks a program which Chromium it is.

    Args:
        path: The program.

    Returns:
        Its name and version, or None if it doesn't start or is something else.
    """
    said, works = _ask(path)
    return said if works and "Chrom" in said else None


def _candidates(env: Mapping[str, str]) -> Iterator[Path]:
    for name in _NAMES:
        path = shutil.which(name, path=env.get("PATH"))
        if path:
            yield Path(path)
    if _MAC.exists():
        yield _MAC


def _none(broken: list[Path]) -> str:
    """Says what to do where no Chromium starts.

    Args:
        broken: The programs that are there and don't start.
    """
    lines = ["The tests open the pages in Chromium, and none that starts was found."]
    for path in broken:
        lines.append(f"{path} does not start{_why(path)}.")
    if not broken:
        lines.append(f"None of these is on the path: {', '.join(_NAMES)}.")
    if apt.is_ubuntu():
        lines.append(
            "Ubuntu: sudo snap install chromium (the package of that name holds no browser), or "
            "install Google Chrome."
        )
    else:
        lines.append("Debian: sudo apt-get install chromium. Elsewhere: Chromium or Google Chrome.")
    lines.append("If there is one somewhere else, say where: make test CHROMIUM=/path/to/chromium")
    return "\n".join(lines)


def _why(path: str | Path) -> str:
    said, _ = _ask(path)
    package = apt.missing_package(said)
    if package is not None:
        return f" ({said.splitlines()[-1]}; sudo apt-get install {package})"
    return f" ({said.splitlines()[-1]})" if said else ""


def _ask(path: str | Path) -> tuple[str, bool]:
    """Runs a program with --version: what it said, and whether it ended well."""
    try:
        done = subprocess.run(
            [path, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return (error.strerror or "" if isinstance(error, OSError) else "no answer"), False
    return done.stdout.strip(), done.returncode == 0

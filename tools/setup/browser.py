"""Finds the Chromium that the browser tests drive, or installs Debian's."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tools.setup.run import SetupError, is_root, run

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
_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


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
        if not _starts(named):
            raise SetupError(f"CHROMIUM={named} does not start. Correct it, or unset it.")
        return Path(named)
    found = (shutil.which(name, path=env.get("PATH")) for name in _NAMES)
    # Ubuntu's `chromium` may be a script that only asks for a snap: being there is not enough.
    return next((Path(path) for path in (*found, _MAC) if path and _starts(path)), None)


def ensure_browser() -> Path:
    """Finds Chromium, and installs Debian's package when run as root and there is none.

    Returns:
        The path of a Chromium that starts.

    Raises:
        SetupError: There is none, and none can be installed from here.
    """
    browser = find_browser()
    if browser is None and is_root() and shutil.which("apt-get"):
        print("Installing Chromium for the browser tests …", flush=True)
        hint = "Is there a network, and does it reach a Debian mirror?"
        run(["apt-get", "update"], hint)
        install = ["apt-get", "install", "-y", "--no-install-recommends"]
        try:
            run([*install, "chromium-headless-shell"], hint)
        except SetupError:  # an older Debian has only the whole browser
            run([*install, "chromium"], hint)
        browser = find_browser()
    if browser is None:
        raise SetupError(
            "The tests open the pages in Chromium, and none that starts was found "
            f"({', '.join(_NAMES)}).\n"
            "Debian: sudo apt-get install chromium. Ubuntu's package of that name only points to "
            "a snap: run `sudo snap install chromium`, or install Google Chrome.\n"
            "If it is somewhere else, say where: make test CHROMIUM=/path/to/chromium"
        )
    return browser


def _starts(path: str) -> bool:
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and "Chrom" in done.stdout

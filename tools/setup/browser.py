"""The Chromium that opens the pages in tests: found, or installed from Debian."""

import os
import shutil
import subprocess
from pathlib import Path

from tools.setup.install import BIN, REQUIREMENTS, VENV, SetupError, install_debian, run
from tools.stamp import Stamp, digest

# The first one has no windows: it opens a page with a third of the work.
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def ensure_browser() -> Path:
    """Return a Chromium that starts; as root on Debian, install one if there is none.

    Raises:
        SetupError: There is none, and none can be installed; or CHROMIUM names none.
    """
    named = os.environ.get("CHROMIUM")
    names = [named] if named else _NAMES
    found, failed = _first_that_starts(names)
    if found is None and not named and install_debian(*_NAMES[:2]):
        found, failed = _first_that_starts(names)
    if found is not None:
        return found
    if named:
        raise SetupError(f"CHROMIUM={named} does not start. Correct or unset it.{failed}")
    raise SetupError(
        "The tests open the pages in Chromium, and none that starts was found. "
        "Debian: sudo apt-get install chromium-headless-shell. "
        "Ubuntu: sudo snap install chromium, or Google Chrome. If one is somewhere else, name it: "
        "make test CHROMIUM=/path/to/chromium" + failed
    )


def ensure_start(browser: Path) -> None:
    """Open a page, unless this browser has opened one with these packages.

    Raises:
        SetupError: No page opens.
    """
    stamp = Stamp(VENV / "browser")
    key = digest([REQUIREMENTS], str(browser), _ask(str(browser))[0])
    if not stamp.matches(key):
        print(f"Opening a page in {browser} …", flush=True)
        run(
            [BIN / "python", "-m", "tools.chromium", browser],
            "Playwright could not open a page in it. Try another: CHROMIUM=/path/to/chromium",
        )
        stamp.write(key)


def _first_that_starts(names: tuple[str, ...] | list[str]) -> tuple[Path | None, str]:
    """Return the first program that starts, and what those before it printed."""
    failed = ""
    for name in names:
        # On Ubuntu, `chromium` may be a script that only asks for a snap.
        path = shutil.which(name)
        if path is not None:
            said, starts = _ask(path)
            if starts:
                return Path(path), failed
            failed += f"\n{path} does not start: {said}"
    return None, failed


def _ask(path: str) -> tuple[str, bool]:
    """Return what a program prints for --version, and whether it is a Chromium that starts."""
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
        return str(error), False
    return done.stdout.strip(), done.returncode == 0 and "Chrom" in done.stdout

"""Starts Chromium once through Playwright, so that a test run doesn't find out what is missing."""

from pathlib import Path

from tools.setup import apt
from tools.setup.browser import version
from tools.setup.environment import REQUIREMENTS
from tools.setup.run import BIN, VENV, SetupError, run, say
from tools.stamp import Stamp, digest


def ensure_start(browser: Path) -> None:
    """Opens a page, unless the same browser and the same packages have opened one before.

    As root on Debian it installs the library that one of the programs stops for.

    Args:
        browser: The path of a Chromium.

    Raises:
        SetupError: No page opens; the message says what is missing.
    """
    stamp = Stamp(VENV / "browser")
    key = digest([REQUIREMENTS], str(browser), version(browser) or "")
    if stamp.matches(key):
        return
    say(f"Opening a page in {browser} …")
    tried: set[str] = set()
    while True:
        try:
            run([BIN / "python", "-m", "tools.chromium", browser], _hint)
            break
        except SetupError as error:
            package = apt.missing_package(str(error))
            if package is None or package in tried or not apt.may_install():
                raise
            tried.add(package)
            apt.install(package)
    stamp.write(key)


def _hint(output: str) -> str:
    package = apt.missing_package(output)
    if package is not None:
        return f"A library is missing. Debian or Ubuntu: sudo apt-get install {package}"
    return (
        "Playwright could not open a page in it. Another Chromium may do: "
        "make test CHROMIUM=/path/to/chromium"
    )

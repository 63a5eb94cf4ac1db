"""The Chromium of the system, which Playwright drives."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")

# No first-run page, no update check, no sync: what a page asks for is all that is asked for.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> Path:
    """Return the browser: the one that CHROMIUM names, else the first on the PATH.

    Raises:
        FileNotFoundError: There is none.
    """
    named = os.environ.get("CHROMIUM", "")
    if named:
        path = shutil.which(named)
        if path is None:
            raise FileNotFoundError(f"CHROMIUM is set to {named!r}, which is no program.")
        return Path(path)
    for name in NAMES:
        path = shutil.which(name)
        if path is not None:
            return Path(path)
    raise FileNotFoundError(
        f"the browser tests need Chromium, and none of {', '.join(NAMES)} is on the PATH. "
        "Install it (Debian and Ubuntu: `apt-get install chromium`) or set CHROMIUM to its path."
    )

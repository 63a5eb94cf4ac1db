"""PyTorch without CUDA: its CPU wheels, where the index that has them can be reached."""

import re
import ssl
import subprocess
import sys
from http.client import HTTPException
from threading import Thread
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

from tools.setup import pip
from tools.setup.run import BIN, say

INDEX = "https://download.pytorch.org/whl/cpu"
_PATIENCE = 5.0


def ensure_torch(requirement: str) -> None:
    """Installs PyTorch's CPU wheel, and leaves PyTorch to pip where that can't be had.

    Args:
        requirement: The pinned package, as torch==2.13.0.

    Raises:
        SetupError: The index answers, and pip can't install from it.
    """
    name, _, version = requirement.partition("==")
    # Elsewhere, PyPI's wheel has no CUDA either.
    if sys.platform != "linux" or pip.is_installed(name, version):
        return
    if index_answers():
        say("PyTorch comes from its own index, without CUDA (190 MB).")
        # Its dependencies come with everything else, from the index that pip is set to.
        pip.install("--no-deps", "--index-url", INDEX, requirement)
    else:
        say(
            f"PyTorch's own index ({INDEX}) can't be reached, so pip takes PyTorch from where it "
            "is set to look; from PyPI it brings CUDA along, 2.8 GB in all."
        )


def index_answers(index: str = INDEX, settings: str | None = None) -> bool:
    """Asks whether PyTorch's index can be reached, for a few seconds at most.

    Args:
        index: Its address.
        settings: What `pip config list` prints; None asks pip.

    Returns:
        True if it answered, through pip's proxy if pip has one.
    """
    listed = _pip_settings() if settings is None else settings
    pairs = re.findall(r"(?m)^\S+\.(proxy|cert|no-index)='(.*)'$", listed)
    # Variables stand before files, as they do for pip.
    options = dict(reversed(pairs))
    if options.get("no-index", "0") not in ("0", "false", "no"):
        return False
    answers: list[int] = []

    def ask() -> None:
        proxy = options.get("proxy")
        proxies = ProxyHandler({"http": proxy, "https": proxy} if proxy else None)
        context = ssl.create_default_context(cafile=options.get("cert"))
        request = Request(f"{index}/torch/", method="HEAD")
        opener = build_opener(proxies, HTTPSHandler(context=context))
        try:
            with opener.open(request, timeout=_PATIENCE) as response:
                answers.append(response.status)
        except (OSError, ValueError, HTTPException):  # the last two: a proxy that is no address
            pass

    # Looking up a name can take longer than any time limit of the connection.
    thread = Thread(target=ask, daemon=True)
    thread.start()
    thread.join(_PATIENCE)
    return answers == [200]


def _pip_settings() -> str:
    """Asks pip for its settings, which come from files and variables."""
    command = [str(BIN / "python"), "-m", "pip", "config", "list"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout

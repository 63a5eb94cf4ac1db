"""Files from elsewhere: fetched once, held against a hash, kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

Read = TypeVar("Read")

_SECONDS: Final = 30
_MOST_BYTES: Final = 50_000_000


def cache_folder() -> Path:
    r"""Returns the folder for files that were fetched; it need not exist yet.

    `TAPEWALK_CACHE` names it; otherwise it stands where the platform keeps such folders:
    `~/Library/Caches/tapewalk`, `%LOCALAPPDATA%\tapewalk\Cache`, or `tapewalk` in
    `$XDG_CACHE_HOME` or `~/.cache`.
    """
    if chosen := os.environ.get("TAPEWALK_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tapewalk"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "tapewalk" / "Cache"
    shared = os.environ.get("XDG_CACHE_HOME", "")
    # The standard asks to ignore a path that depends on where one stands.
    base = Path(shared) if Path(shared).is_absolute() else Path.home() / ".cache"
    return base / "tapewalk"


def fetched(url: str, sha256: str, read: Callable[[bytes, str], Read]) -> Read:
    """Returns what a file at an address holds, from the cache if it was fetched before.

    Copies are kept by their hash, so one address can't overwrite what another brought, and only a
    whole file that has its hash and its form is put in their place.

    Args:
        url: The address.
        sha256: The hash that the file must have.
        read: Turns the bytes and the file's name, for its errors, into what they hold.

    Returns:
        What `read` made of the bytes.

    Raises:
        ValueError: The address or the hash is none, the file has another hash, or `read` refused.
        ConnectionError: It could not be fetched.
    """
    wanted = sha256.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", wanted):
        raise ValueError(f"sha256 must be 64 hexadecimal digits, got {sha256!r}.")
    if urlsplit(url).scheme not in ("https", "http", "file"):
        raise ValueError(f"url must begin with https:, http: or file:, got {url!r}.")
    stored = cache_folder() / f"{wanted}.txt"
    if stored.is_file():
        content = stored.read_bytes()
        # A damaged copy counts as none; it is replaced once a good one is here.
        if hashlib.sha256(content).hexdigest() == wanted:
            return read(content, str(stored))
    content = _download(url)
    got = hashlib.sha256(content).hexdigest()
    if got != wanted:
        raise ValueError(
            f"{url} has another hash than asked for: SHA-256 {got} instead of {wanted}, "
            f"{len(content):,} bytes. Usually the file has a new version, or what came is an error "
            "page. Nothing was kept. If you trust this file, pass its hash."
        )
    result = read(content, url)
    _keep(stored, content)
    return result


def _download(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=_SECONDS) as answer:
            content: bytes = answer.read(_MOST_BYTES + 1)
            announced = answer.headers.get("Content-Length", "")
    except urllib.error.HTTPError as error:
        error.close()
        raise ConnectionError(
            f"{url} can't be fetched: the server answered {error.code} {error.reason}. Usually the "
            "address is misspelt or the file has moved."
        ) from error
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise ConnectionError(
            f"{url} can't be fetched: {reason}. Usually there is no network here. The names that "
            "ship with the library need none: names()."
        ) from error
    if len(content) > _MOST_BYTES:
        raise ValueError(f"{url} is larger than {_MOST_BYTES:,} bytes: not a file of names.")
    # Python returns what it has when a connection ends early and a size was asked for.
    if announced.isdigit() and len(content) < int(announced):
        raise ConnectionError(
            f"{url} can't be fetched: the connection ended after {len(content):,} of "
            f"{int(announced):,} bytes. Try again."
        )
    return content


def _keep(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all; where nothing can be written, the next call fetches."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=".fetching-")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(scratch).replace(path)
    except OSError:
        Path(scratch).unlink(missing_ok=True)

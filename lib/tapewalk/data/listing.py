"""The names themselves: those that ship with the library, or another file of the same form."""

from __future__ import annotations

import re
from importlib.resources import files

from tapewalk.data.fetching import fetched

_NAME = re.compile("[a-z]+")


def names(url: str | None = None, sha256: str | None = None) -> list[str]:
    """Returns given names in the letters a to z, for a model of letters to learn from.

    Without arguments, the 5,779 names that ship with the library, English and Spanish, sorted:
    `NAMES-LICENSE.txt` beside them tells their sources. Accents are gone and ñ is n.

    With an address, the names of that file, in its order: UTF-8, one name a line, nothing but the
    letters a to z once in lowercase. It is fetched once, held against its hash and kept in the
    user's cache folder (`TAPEWALK_CACHE` names another one); from then on no network is needed.

    Args:
        url: Address of another file: `https:`, `http:` or `file:`.
        sha256: The file's SHA-256 in 64 hexadecimal digits; needed with `url`.

    Returns:
        The names.

    Raises:
        TypeError: One of `url` and `sha256` was given without the other.
        ValueError: The address or the hash is none, the file has another hash, or a line of it is
            no such name. A copy that was kept before stays.
        ConnectionError: The file could not be fetched. A copy that was kept before stays.

    Example:
        >>> from tapewalk import data
        >>> given = data.names()
        >>> len(given), given[:3]
        (5779, ['aaron', 'abbey', 'abbie'])
    """
    if url is None and sha256 is None:
        shipped = files("tapewalk.data").joinpath("names.txt").read_bytes()
        return read_names(shipped, "names.txt of tapewalk.data")
    if url is None or sha256 is None:
        missing = "sha256" if sha256 is None else "url"
        raise TypeError(
            f"names() got {'url' if sha256 is None else 'sha256'} without {missing}. A file from "
            "elsewhere can change or be cut short without a word, and results would change with "
            "it: its SHA-256 makes sure that everyone learns from the same bytes. `sha256sum FILE` "
            "prints the one of a file you trust."
        )
    return fetched(url, sha256, read_names)


def read_names(content: bytes, source: str) -> list[str]:
    r"""Returns the names in the bytes of a file.

    Args:
        content: The bytes: UTF-8, one name a line.
        source: What the errors call the file.

    Returns:
        The names in lowercase, in the file's order.

    Raises:
        ValueError: A line is not a name in the letters a to z, or there is none.

    Example:
        >>> read_names(b"Emma\nLuis\n", "a file")
        ['emma', 'luis']
    """
    lines = content.removesuffix(b"\n").split(b"\n") if content else []
    names = []
    for number, line in enumerate(lines, start=1):
        text = line.removesuffix(b"\r").decode("utf-8", errors="backslashreplace")
        name = text.lower()
        if not _NAME.fullmatch(name):
            shown = text if len(text) <= 40 else text[:40] + "…"
            raise ValueError(
                f"{source}, line {number}: {shown!r} is no name in the letters a to z. A file of "
                "names is UTF-8, one name a line and nothing else. Usually it has accents, a "
                "column too many or an empty line, or it is a web page about the file."
            )
        names.append(name)
    if not names:
        raise ValueError(f"{source} is empty: a file of names has one name a line.")
    return names

"""The names that ship with the library."""

from __future__ import annotations

import gzip
from importlib.resources import files


def names() -> list[str]:
    """Return given names in the letters a to z, for a model of letters to learn from.

    They are 5,779 names, English and Spanish, sorted; `NAMES-LICENSE.txt` beside them lists their
    sources. Accents are gone and ñ is n.

    Example:
        >>> from tapewalk import data
        >>> given = data.names()
        >>> len(given), given[:3]
        (5779, ['aaron', 'abbey', 'abbie'])
    """
    packed = files("tapewalk.data").joinpath("names.txt.gz").read_bytes()
    return gzip.decompress(packed).decode("utf-8").split()

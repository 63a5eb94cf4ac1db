"""Packages that the exercises need: nothing is graded without them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from tapewalk_grade.errors import GraderError


def require(packages: Sequence[str]) -> None:
    """Do nothing if these packages are installed.

    Raises:
        GraderError: Some are missing.
    """
    missing = lacks(packages)
    if missing:
        raise GraderError("missing_here", names=", ".join(missing))


def lacks(packages: Sequence[str]) -> list[str]:
    """Return the packages that are not installed here.

    Example:
        >>> lacks(["json", "no_such_package"])
        ['no_such_package']
    """
    return [name for name in packages if find_spec(name) is None]

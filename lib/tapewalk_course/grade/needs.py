"""What the exercises need besides the library, by module: nothing is graded without it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

NEEDS: Final[dict[str, tuple[str, ...]]] = {"04": ("torch",)}


def lacks(packages: Sequence[str]) -> list[str]:
    """Returns which of these packages can't be found here.

    Example:
        >>> lacks(["json", "no_such_package"])
        ['no_such_package']
    """
    return [name for name in packages if find_spec(name) is None]

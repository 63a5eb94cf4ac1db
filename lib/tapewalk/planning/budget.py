"""Amounts of memory as people write them."""

from __future__ import annotations

import re
from typing import Final

_WRITTEN: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?\s*", re.IGNORECASE)


def bytes_in(budget: object) -> int:
    """Return the bytes in a budget.

    Args:
        budget: A number of bytes, or text such as `"8 GB"` (of 1,000³ bytes) or `"500 MiB"` (of
            1,024² bytes).

    Raises:
        TypeError: It is neither a number nor text.
        ValueError: It is not an amount of memory.

    Example:
        >>> bytes_in("8 GB"), bytes_in("0.5 KiB"), bytes_in(2_000)
        (8000000000, 512, 2000)
    """
    if isinstance(budget, bool) or not isinstance(budget, (int, float, str)):
        raise TypeError(
            f'a budget is a number of bytes or text such as "8 GB", got {budget!r:.40} of type '
            f"{type(budget).__name__}"
        )
    count = 0.0 if isinstance(budget, str) else float(budget)
    if isinstance(budget, str):
        written = _WRITTEN.fullmatch(budget)
        if written is None or (written[3] and not written[2]):
            raise ValueError(
                f"budget={budget!r:.40} is not an amount of memory. Write a number and a unit: "
                '"8 GB" has 1,000³ bytes in a GB, "500 MiB" 1,024² in a MiB.'
            )
        power = " kmgt".index(written[2].lower() or " ")
        count = float(written[1]) * (1024 if written[3] else 1000) ** power
    if not 0 < count < 2**62:
        raise ValueError(f"a budget is a positive number of bytes, got {budget!r}")
    return round(count)

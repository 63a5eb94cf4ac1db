"""Numbers as figures write them, and as they stand in a text."""

from __future__ import annotations

import re

from tapewalk.language import number

# Everything that reads as a number: 6, 1,048,576, 1 048 576, 0.5, −3, 1.5e−7, ∞.
_WRITTEN = re.compile(r"−?(?:∞|\d[\d.,\u202f]*(?:e−?\d+)?)(?<![.,])|NaN")


def written(entry: float | str, lang: str) -> str:
    """Return a number as a figure shows it: four significant digits, whole numbers in full.

    Figures have a format of their own (tests/diagrams/numbers.test.js). Below ten million, the
    library's differs from it only in the sign of zero and in the thousands of a rounded number.
    """
    value = float(entry) or 0.0
    text = str(number(value, lang=lang))
    return text if value.is_integer() or lang == "es" else text.replace(",", "")


def numbers_in(text: str) -> list[str]:
    """Return everything in a text that reads as a number, as it is written there."""
    return _WRITTEN.findall(text)

"""The number formats of the diagrams, written again in Python as an independent check."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal

Number = float | str

# Everything that reads as a number: 6, 1,048,576, 1 048 576, 0.5, −3, 1.5e−7, ∞.
_WRITTEN = re.compile(r"−?(?:∞|\d[\d.,\u202f]*(?:e−?\d+)?)(?<![.,])|NaN")

_DIGITS = 4
_SEPARATORS = {"en": (".", ","), "es": (",", "\u202f")}


def written(entry: Number, lang: str) -> str:
    """Return a number as a diagram shows it: four significant digits, whole numbers in full."""
    number = float(entry)
    if not math.isfinite(number):
        return _special(number)
    if number.is_integer() and abs(number) < 1e7:
        text = _grouped(abs(int(number)), lang)
    else:
        text = _significant(abs(number), lang)
    return f"−{text}" if number < 0 else text


def _special(number: float) -> str:
    if math.isnan(number):
        return "NaN"
    return "∞" if number > 0 else "−∞"


def _grouped(number: int, lang: str) -> str:
    # Spanish leaves four digits together, and puts a space between more: 1000, 10 000.
    if lang == "es" and number < 10_000:
        return str(number)
    return f"{number:,}".replace(",", _SEPARATORS[lang][1])


def _significant(number: float, lang: str) -> str:
    digits = _shortest(number)
    # Python rounds a tie to the even digit, browsers round it up.
    place = Decimal(1).scaleb(digits.adjusted() - _DIGITS + 1)
    rounded = digits.quantize(place, ROUND_HALF_UP)
    power = 0 if 1e-4 <= number < 1e4 else rounded.adjusted()
    text = _plain(rounded.scaleb(-power)) + (f"e{power}" if power else "")
    return text.replace("-", "−").replace(".", _SEPARATORS[lang][0])


def _shortest(number: float) -> Decimal:
    """Return the shortest decimal that reads back as the number, which browsers round."""
    return Decimal(repr(number))


def _plain(digits: Decimal) -> str:
    text = f"{digits:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def numbers_in(text: str) -> list[str]:
    """Return everything in a text that reads as a number, as it is written there."""
    return _WRITTEN.findall(text)

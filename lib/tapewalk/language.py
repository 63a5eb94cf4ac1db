"""The language of figures, reports and checks, and how it writes numbers and dates."""

from __future__ import annotations

import locale
import math
import os
import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import NamedTuple


class Writing(NamedTuple):
    """How a language writes numbers and dates.

    Attributes:
        decimal: The decimal mark.
        between: The separator of thousands.
        grouped_from: The least number of digits that are separated.
        date: A date, with `day`, `month` and `year` in braces.
        months: Their names.
    """

    decimal: str
    between: str
    grouped_from: int
    date: str
    months: str


# All languages of the course. The names of pages have the language, except the first: x.qmd,
# x.es.qmd.
_WRITING = {
    "en": Writing(
        *(".", ",", 4, "{day} {month} {year}"),
        "January February March April May June July August September October November December",
    ),
    # A point between digits could be read as a decimal one, so there it is a thin space.
    "es": Writing(
        *(",", "\u202f", 5, "{day} de {month} de {year}"),
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    ),
}
LANGUAGES = tuple(_WRITING)


def page_ending(lang: str) -> str:
    """Return the part of a page's name before its format: "" or `".es"`."""
    return "" if lang == LANGUAGES[0] else f".{lang}"


def language_in(name: str) -> str:
    """Return the language in a page's name.

    Example:
        >>> language_in("modules/order.es.qmd"), language_in("order.html")
        ('es', 'en')
    """
    lang = name.rpartition(".")[0].rpartition(".")[2]
    return lang if lang in LANGUAGES else LANGUAGES[0]


_chosen: str | None = None


def set_language(lang: str | None) -> None:
    """Choose the language of the figures and the feedback made from now on.

    Args:
        lang: `"en"`, `"es"` or a longer tag such as `"es-MX"`; `None` for the system's own.

    Raises:
        ValueError: The course does not have this language.

    Example:
        >>> set_language("es")
        >>> language()
        'es'
        >>> set_language(None)
    """
    global _chosen
    _chosen = None if lang is None else known(lang)


def language() -> str:
    """Return the language chosen, else the system's, else English."""
    if _chosen is not None:
        return _chosen
    names = (os.environ.get("LANGUAGE"), os.environ.get("LC_ALL"), locale.getlocale()[0])
    tag = next((name for name in names if name), LANGUAGES[0])
    return tag[:2].lower() if tag[:2].lower() in LANGUAGES else LANGUAGES[0]


def known(lang: str) -> str:
    """Return the course's name of a language.

    Raises:
        ValueError: The course does not have it.
    """
    code = lang[:2].lower()
    if code not in LANGUAGES:
        raise ValueError(f"the languages are {' and '.join(map(repr, LANGUAGES))}, got {lang!r}")
    return code


_WRITTEN = re.compile(r"(?P<sign>[-+]?)(?P<whole>\d+)(?:\.(?P<part>\d+))?(?P<end>e[-+]?\d+|%)?")
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


class _Written(str):
    """Text with spaces that `repr` would escape, but notebooks and pages should show."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return str(self)


def number(value: float, spec: str = "", lang: str | None = None) -> str:
    """Return a number as the sentences of a language write it.

    Args:
        value: The number.
        spec: A format of Python, such as `".2f"` or `".0%"`; if left out, whole numbers in full and
            others with four digits.
        lang: `"en"` or `"es"`; the chosen language if left out.

    Example:
        >>> number(2097151, lang="en"), number(0.24492, lang="es"), number(3.1e-8, ".0e", "en")
        ('2,097,151', '0,2449', '3e−8')
    """
    writing = _WRITING[language() if lang is None else known(lang)]
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "∞" if value > 0 else "−∞"
    is_whole = float(value).is_integer() and abs(value) < 1e16
    if value == 0 and "e" in spec:
        return _Written("0")
    text = format(value, spec or ".0f") if spec or is_whole else f"{_rounded(value):.4g}"
    digits = _WRITTEN.fullmatch(text.strip())
    if digits is None:
        raise ValueError(f"{spec!r} does not format {value!r} as a number: got {text!r}")
    whole, part, end = digits["whole"], digits["part"], digits["end"] or ""
    if len(whole) >= writing.grouped_from:
        whole = f"{int(whole):,}".replace(",", writing.between)
    if end.startswith("e"):
        end = f"e{int(end[1:])}"
    elif end and writing.decimal == ",":
        end = f"\u202f{end}"
    written = digits["sign"] + whole + (f"{writing.decimal}{part}" if part else "") + end
    return _Written(written.replace("-", "−"))


def size(count: float, lang: str | None = None) -> str:
    """Return an amount of memory in a suitable unit; a KiB has 1,024 bytes.

    Args:
        count: Bytes.
        lang: `"en"` or `"es"`; the chosen language if left out.

    Example:
        >>> size(512, "en"), size(88_580, "es")
        ('512 B', '86,5 KiB')
    """
    power = 0 if count < 1024 else min(len(_UNITS) - 1, int(math.log2(count) // 10))
    return f"{number(_rounded(count / 1024**power), lang=lang)} {_UNITS[power]}"


def _rounded(value: float) -> float:
    """Return a number with four digits; ties are rounded up, as in browsers but not in `format`."""
    with localcontext(rounding=ROUND_HALF_UP):
        return float(f"{Decimal(repr(float(value))):.4g}")


def day(date: str, lang: str | None = None) -> str:
    """Return a date as the sentences of a language write it.

    Args:
        date: As ISO 8601 has it, with or without a time.
        lang: `"en"` or `"es"`; the chosen language if left out.

    Example:
        >>> day("2026-11-22T10:00", "en"), day("2026-11-22", "es")
        ('22 November 2026', '22 de noviembre de 2026')
    """
    writing = _WRITING[language() if lang is None else known(lang)]
    year, month, of_month = map(int, date[:10].split("-"))
    return writing.date.format(day=of_month, month=writing.months.split()[month - 1], year=year)

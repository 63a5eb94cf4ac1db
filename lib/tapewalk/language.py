"""The language that figures and checks speak."""

from __future__ import annotations

import locale
import os

# All there are. The name of a page in the first one does not say its language: x.qmd, x.es.qmd.
LANGUAGES = ("en", "es")


def page_ending(lang: str) -> str:
    """Return what stands in a page's name before its format: "" or `".es"`."""
    return "" if lang == LANGUAGES[0] else f".{lang}"


def language_in(name: str) -> str:
    """Return the language that a page's name says.

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
    tag = next((name for name in names if name), "en")
    return tag[:2].lower() if tag[:2].lower() in LANGUAGES else "en"


def known(lang: str) -> str:
    """Return the course's name of a language.

    Raises:
        ValueError: The course does not have it.
    """
    code = lang[:2].lower()
    if code not in LANGUAGES:
        raise ValueError(f"the course speaks {' and '.join(map(repr, LANGUAGES))}, not {lang!r}")
    return code

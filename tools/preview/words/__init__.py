"""The preview's own words, by language; the same as Quarto's where Quarto has them."""

from __future__ import annotations

from collections.abc import Mapping

from tapewalk.language import LANGUAGES
from tapewalk.words import in_each

_WORDS: dict[str, dict[str, str]] = in_each(__name__)


def words(lang: str) -> Mapping[str, str]:
    """Return the words of a language, in English if the course does not have it."""
    return _WORDS.get(lang.split("-")[0], _WORDS[LANGUAGES[0]])

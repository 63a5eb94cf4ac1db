"""What checks say, in each language: interface words, and the hints of each module."""

from __future__ import annotations

from typing import Any, Final

from tapewalk_course.checking.words import (
    en,
    en_01,
    en_02,
    en_03,
    en_04,
    es,
    es_01,
    es_02,
    es_03,
    es_04,
)

WORDS: Final = {
    "en": en.WORDS | en_01.HINTS | en_02.HINTS | en_03.HINTS | en_04.HINTS,
    "es": es.WORDS | es_01.HINTS | es_02.HINTS | es_03.HINTS | es_04.HINTS,
}


def say(key: str, lang: str, **filled: Any) -> str:
    """Return a sentence.

    Args:
        key: Its name.
        lang: `"en"` or `"es"`.
        **filled: What stands in its braces.
    """
    return WORDS[lang][key].format(**filled)

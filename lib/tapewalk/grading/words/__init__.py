"""What checks say, in each language: interface words, and the hints of each module."""

from __future__ import annotations

from typing import Any, Final

from tapewalk.grading.words import en, en_01, en_02, es, es_01, es_02

WORDS: Final = {
    "en": en.WORDS | en_01.HINTS | en_02.HINTS,
    "es": es.WORDS | es_01.HINTS | es_02.HINTS,
}


def say(key: str, lang: str, **filled: Any) -> str:
    """Return a sentence.

    Args:
        key: Its name.
        lang: `"en"` or `"es"`.
        **filled: What stands in its braces.
    """
    return WORDS[lang][key].format(**filled)

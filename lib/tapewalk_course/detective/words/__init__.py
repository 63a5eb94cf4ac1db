"""What the gradient detective says, in each language."""

from __future__ import annotations

from typing import Any, Final

from tapewalk_course.detective.words import en, es

WORDS: Final = {"en": en.WORDS, "es": es.WORDS}


def say(key: str, lang: str, **filled: Any) -> str:
    """Return a sentence.

    Args:
        key: Its name.
        lang: `"en"` or `"es"`.
        **filled: What stands in its braces.
    """
    return WORDS[lang][key].format(**filled)

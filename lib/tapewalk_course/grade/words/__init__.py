"""What the grader says, in each language."""

from __future__ import annotations

from typing import Any, Final

from tapewalk_course.grade.words import en, es

WORDS: Final = {"en": en.WORDS | en.HELP, "es": es.WORDS | es.HELP}


def say(key: str, lang: str, **filled: Any) -> str:
    """Return a sentence.

    Args:
        key: Its name.
        lang: `"en"` or `"es"`.
        **filled: What stands in its braces.
    """
    return WORDS[lang][key].format(**filled)

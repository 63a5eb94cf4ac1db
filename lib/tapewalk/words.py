"""The words of a package by language: a package `words` with a module for each, `en`, `es`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tapewalk.language import LANGUAGES


def in_each(package: str) -> dict[str, Any]:
    """Return `WORDS` of a package by language; missing ones are in the first language."""
    spoken = (lang for lang in LANGUAGES if find_spec(f"{package}.{lang}"))
    return completed({lang: import_module(f"{package}.{lang}").WORDS for lang in spoken})


def completed(words: dict[str, Any]) -> dict[str, Any]:
    """Return words for every language of the course.

    Args:
        words: By language, its words, in groups or not. The first language has all of them.
    """
    first = words[LANGUAGES[0]]
    return {lang: _filled(first, words.get(lang, {})) for lang in LANGUAGES}


def _filled(first: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    groups = {
        key: _filled(group, own.get(key, {}))
        for key, group in first.items()
        if isinstance(group, dict)
    }
    return first | own | groups


class Words:
    """The sentences of a package.

    Args:
        package: The package that contains the modules.

    Attributes:
        own: All sentences by language; missing ones are in the first language.
    """

    def __init__(self, package: str) -> None:
        self.own: dict[str, dict[str, str]] = in_each(package)

    def say(self, key: str, lang: str, **filled: object) -> str:
        """Return a sentence.

        Args:
            key: Its name.
            lang: A language of the course.
            **filled: The texts for its braces.
        """
        return self.own[lang][key].format(**filled)

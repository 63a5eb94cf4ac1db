"""What a room says in each language: a package `words` with a module for each, `en`, `es`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tapewalk.language import LANGUAGES


def in_each(package: str) -> dict[str, Any]:
    """Returns `WORDS` of each language's module; a language without one has those of the first.

    Args:
        package: The package that holds the modules.
    """
    spoken = [lang for lang in LANGUAGES if find_spec(f"{package}.{lang}") is not None]
    modules = {lang: import_module(f"{package}.{lang}") for lang in spoken}
    return {lang: modules.get(lang, modules[LANGUAGES[0]]).WORDS for lang in LANGUAGES}


class Words:
    """The sentences of a room.

    Args:
        package: The package that holds the modules.

    Attributes:
        own: By language, the sentences it has.
    """

    def __init__(self, package: str) -> None:
        self.own: dict[str, dict[str, str]] = in_each(package)

    def all(self, lang: str) -> dict[str, str]:
        """Returns every sentence in a language, or in the first one where the language lacks it."""
        return self.own[LANGUAGES[0]] | self.own[lang]

    def say(self, key: str, lang: str, **filled: object) -> str:
        """Returns a sentence.

        Args:
            key: Its name.
            lang: A language of the course.
            **filled: What stands in its braces.
        """
        own = self.own[lang]
        return (own[key] if key in own else self.own[LANGUAGES[0]][key]).format(**filled)

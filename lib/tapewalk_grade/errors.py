"""Errors that stop the whole command, as opposed to a single notebook."""

from __future__ import annotations

from tapewalk_grade.words import say


class GraderError(Exception):
    """Nothing can be graded or written as the command line asks.

    Attributes:
        key: The reason, a key of the words.
        filled: The values for the braces of its sentence.
    """

    def __init__(self, key: str, **filled: object) -> None:
        super().__init__(key)
        self.key, self.filled = key, filled

    def text(self, lang: str) -> str:
        """Return the reason as a sentence."""
        return say(self.key, lang, **self.filled)

"""The words of the library's own pages by language."""

from typing import Final

from tapewalk.words import in_each

WORDS: Final[dict[str, dict[str, dict[str, str]]]] = in_each(__name__)

"""The notebooks' own words, by language."""

from tapewalk.words import in_each

WORDS: dict[str, dict[str, str]] = in_each(__name__)

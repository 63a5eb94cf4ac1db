"""What the library's own pages say in each language, in the first one where it lacks a word."""

from typing import Final

from tapewalk.language import LANGUAGES
from tapewalk.words import in_each

_OWN = in_each(__name__)
_FIRST = _OWN[LANGUAGES[0]]

WORDS: Final[dict[str, dict[str, dict[str, str]]]] = {
    lang: {group: words | own.get(group, {}) for group, words in _FIRST.items()}
    for lang, own in _OWN.items()
}

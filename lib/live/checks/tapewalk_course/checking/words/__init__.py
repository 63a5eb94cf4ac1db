"""What the checks of a page say, in both languages; each exercise has its hints beside it."""

from tapewalk_course.checking.words.en import general as english
from tapewalk_course.checking.words.es import general as spanish

_WORDS = {"en": english.WORDS, "es": spanish.WORDS}


def say(key, lang, **filled):
    """Returns a sentence."""
    return _WORDS[lang][key].format(**filled)

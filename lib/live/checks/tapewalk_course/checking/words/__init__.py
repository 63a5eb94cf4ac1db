"""What the checks of a page say, in both languages; each exercise has its hints beside it."""

from tapewalk_course.checking.words import en, es

_WORDS = {"en": en.WORDS, "es": es.WORDS}


def say(key, lang, **filled):
    """Returns a sentence."""
    return _WORDS[lang][key].format(**filled)

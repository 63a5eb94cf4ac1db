"""What the checks of a page say, in both languages."""

from tapewalk_course.checking.words.en import general as general_en
from tapewalk_course.checking.words.en import module_01 as module_01_en
from tapewalk_course.checking.words.es import general as general_es
from tapewalk_course.checking.words.es import module_01 as module_01_es

_WORDS = {
    "en": general_en.WORDS | module_01_en.HINTS,
    "es": general_es.WORDS | module_01_es.HINTS,
}


def say(key, lang, **filled):
    """Returns a sentence."""
    return _WORDS[lang][key].format(**filled)

"""The words that the finishing step writes, and those it translates, by language."""

from types import SimpleNamespace

from tapewalk.words import in_each

WORDS = {lang: SimpleNamespace(**words) for lang, words in in_each(__name__).items()}

"""The words that the finishing step writes, and those it translates, by language."""

from tapewalk.words import in_each
from tools.finish.wording import Wording

WORDS = {lang: Wording(**words) for lang, words in in_each(__name__).items()}

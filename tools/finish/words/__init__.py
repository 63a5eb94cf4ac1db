"""The words that the finishing step writes, and those it translates, by language."""

from tapewalk.words import in_each
from tools.finish.wording import Wording

WORDS: dict[str, Wording] = in_each(__name__)

"""The words in which two gradients are compared, in English."""

from typing import Final

WORDS: Final = {"exact": "exact", "close": "close", "difference": "max difference"}

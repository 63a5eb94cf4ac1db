"""The words in which two gradients are compared, in Spanish."""

from typing import Final

WORDS: Final = {"exact": "exacto", "close": "cercano", "difference": "diferencia máxima"}

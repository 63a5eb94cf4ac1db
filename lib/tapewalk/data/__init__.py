"""Data for the lessons: given names, their letters as numbers, and what a model learns from."""

from tapewalk.data.examples import contexts, split
from tapewalk.data.letters import Letters, vocabulary
from tapewalk.data.listing import names

__all__ = ["Letters", "contexts", "names", "split", "vocabulary"]

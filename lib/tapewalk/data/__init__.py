"""Data for the lessons: given names, their letters as numbers, and examples for a model."""

from tapewalk.data.examples import contexts, names, split
from tapewalk.data.letters import Letters, vocabulary

__all__ = ["Letters", "contexts", "names", "split", "vocabulary"]

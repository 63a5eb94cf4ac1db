"""The mini-GPT as a graph of seventeen parts, which the pages on its backward pass act on.

Block 0 stays folded; block 1 is open. Every number comes from PyTorch.
"""

from tapewalk_course.folded_gpt.cuts import KINDS, PLACES, cut_runs
from tapewalk_course.folded_gpt.parts import Part, parts_of
from tapewalk_course.folded_gpt.shares import all_shares

__all__ = ["KINDS", "PLACES", "Part", "all_shares", "cut_runs", "parts_of"]

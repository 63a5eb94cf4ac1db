"""02.1: the reference, and what learners write instead."""

from tapewalk_course.solutions.module_02 import our_nodes, their_nodes

REFERENCE = (our_nodes, their_nodes)
WRONG = [
    ("leaves", (lambda depth: our_nodes(depth) + 2 * depth, their_nodes)),
    ("leaves", (our_nodes, lambda depth: their_nodes(depth) + 2 * depth)),
    ("mean", (lambda depth: depth + depth - 1, their_nodes)),
    ("mean", (our_nodes, lambda depth: 4 * depth - 1 + depth - 1)),
    ("layers", (lambda depth: depth, their_nodes)),
    ("gelu", (lambda depth: depth + depth + 1, their_nodes)),
    ("modules", (our_nodes, our_nodes)),
    ("view", (our_nodes, lambda depth: 4 * depth + (depth - 1) + 1)),
    ("few", (our_nodes, lambda depth: 3 * depth - 1 + (depth - 1) + 1)),
]
GENERIC = [
    ("numbers", (lambda depth: depth**2, their_nodes)),
    ("none", (our_nodes, lambda depth: None)),
    ("type", (lambda depth: [depth], their_nodes)),
]

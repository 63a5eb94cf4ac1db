"""Graphs, read and left as they are: the tape of values, and the walk along those of tensors."""

from tapewalk.graph.ledger import SavedBytes, saved_bytes
from tapewalk.graph.node import Node, Saved
from tapewalk.scalar.tape import tape
from tapewalk.graph.walking import walk

__all__ = ["Node", "Saved", "SavedBytes", "saved_bytes", "tape", "walk"]

"""Graphs of tensors, read without changing them."""

from tapewalk.graph.ledger import SavedBytes, saved_bytes
from tapewalk.graph.node import Node, Saved
from tapewalk.graph.walking import walk

__all__ = ["Node", "Saved", "SavedBytes", "saved_bytes", "walk"]

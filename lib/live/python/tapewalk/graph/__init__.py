"""Graphs of tensors, of which a page has none."""

"""Graphs of tensors: a page has none."""

"""Tensors, and what they can do, by kind."""

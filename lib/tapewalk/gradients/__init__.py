"""Gradients as results, checks of gradients, and checkpoints."""

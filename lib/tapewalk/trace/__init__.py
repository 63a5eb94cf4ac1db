"""Traces: their format, their check, and what writes them."""

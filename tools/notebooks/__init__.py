"""Writes the lessons' notebooks from the same sources as their pages."""

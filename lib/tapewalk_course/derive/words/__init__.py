"""The sentences about a line, by language."""

"""What the reader of a line is told, by language."""

"""The scalar engine: numbers that remember how they were made, in plain Python."""

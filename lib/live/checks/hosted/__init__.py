"""What the sources of checks use of Python's and NumPy's library, as far as they use it."""

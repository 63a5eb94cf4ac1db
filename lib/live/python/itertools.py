"""What the engine's files use of `itertools`."""


def count(start=0):
    """Yields whole numbers, one after another."""
    while True:
        yield start
        start += 1

"""What checks use of `itertools`."""

from itertools import count  # noqa: F401


def zip_longest(*series, fillvalue=None):
    """Yields tuples until the longest of the series ends."""
    series = [list(one) for one in series]
    for n in range(max(map(len, series))):
        yield tuple(one[n] if n < len(one) else fillvalue for one in series)

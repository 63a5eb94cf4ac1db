"""Functions that remember what they returned."""


def cache(function):
    """Decorates a function whose results are kept."""
    known = {}

    def remembers(*given):
        if given not in known:
            known[given] = function(*given)
        return known[given]

    return remembers


def lru_cache(maxsize=None):
    """Decorates a function whose results are kept, as long as a run takes."""
    return cache

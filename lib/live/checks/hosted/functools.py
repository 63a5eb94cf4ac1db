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


def cached_property(function):
    """Decorates what is computed once and then kept with its object."""
    name = f"_kept_{function.__name__}"

    def kept(self):
        if not hasattr(self, name):
            setattr(self, name, function(self))
        return getattr(self, name)

    return property(kept)


def partial(function, *first, **known):
    """Returns a function that has some of its arguments already."""
    return lambda *given, **named: function(*first, *given, **known, **named)

"""What the engine's files use of `operator`."""


def attrgetter(name):
    """Returns a function that reads one attribute."""
    return lambda thing: getattr(thing, name)

"""`contextmanager`."""


class _Manager:
    def __init__(self, steps):
        self._steps = steps

    def __enter__(self):
        return next(self._steps)

    def __exit__(self, kind, error, trace):
        try:
            next(self._steps) if error is None else self._steps.throw(error)
        except StopIteration:
            return error is not None
        return False


def contextmanager(function):
    """Decorates a generator that yields once."""
    return lambda *given, **named: _Manager(function(*given, **named))

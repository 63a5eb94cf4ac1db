"""`dataclass` for classes whose fields tools/assets/lowering.py lists under `_fields`."""

_MISSING = object()


class _Field:
    def __init__(self, default=_MISSING, default_factory=None, compare=True):
        self.default, self.default_factory, self.compare = default, default_factory, compare

    def value(self):
        return self.default_factory() if self.default_factory else self.default


def field(default=_MISSING, default_factory=None, compare=True, repr=True):
    """Returns what a field has where nothing is given."""
    return _Field(default, default_factory, compare)


def dataclass(kind=None, frozen=False, eq=True, repr=True):
    """Gives a class its `__init__`; with `frozen` it can be compared and be a key too."""
    if kind is None:
        return lambda kind: dataclass(kind, frozen, eq, repr)
    names = kind._fields
    defaults = {}
    for name in names:
        default = getattr(kind, name, _MISSING)
        defaults[name] = default if isinstance(default, _Field) else _Field(default)

    def begin(self, *given, **named):
        values = dict(zip(names, given))  # noqa: B905 - MicroPython has no `strict`
        values.update(named)
        for name in names:
            value = values[name] if name in values else defaults[name].value()
            if value is _MISSING:
                raise TypeError(f"{kind.__name__} needs {name}")
            setattr(self, name, value)

    kind.__init__ = begin
    if frozen and eq:
        compared = [name for name in names if defaults[name].compare]

        def state(self):
            return tuple(getattr(self, name) for name in compared)

        kind.__eq__ = lambda self, other: type(other) is kind and state(self) == state(other)
        kind.__hash__ = lambda self: hash(state(self))
    return kind


def replace(thing, **changed):
    """Returns a copy with other values of some fields."""
    values = {name: getattr(thing, name) for name in thing._fields}
    values.update(changed)
    return type(thing)(**values)

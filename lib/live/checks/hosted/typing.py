"""Names of types: nothing reads them here, but some are written where they are computed."""


class _Type:
    def __getitem__(self, inside):
        return self

    def __call__(self, *given, **named):
        return self


Any = Callable = Final = Iterable = Iterator = Sequence = TypeVar = _Type()
Mapping = dict
Protocol = object
TYPE_CHECKING = False

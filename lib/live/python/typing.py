"""The names of types that the engine's files import; MicroPython reads no annotations."""

TYPE_CHECKING = False

Any = Final = TypeAlias = None

"""`collections.abc`, under a name of its own: MicroPython's `collections` is no package.

The names of types that the engine's files import; MicroPython reads no annotations.
"""

Callable = Mapping = Sequence = None

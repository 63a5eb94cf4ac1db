"""`collections.abc`, under another name: MicroPython's `collections` is not a package.

The names of types that the engine's files import; MicroPython reads no annotations.
"""

Callable = Mapping = Sequence = None

"""Real numbers, for `isinstance`. In MicroPython, `bool` is not a subclass of `int`."""

Real = (bool, int, float)

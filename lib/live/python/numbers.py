"""Real numbers, for `isinstance`. In MicroPython `bool` is no kind of `int`."""

Real = (bool, int, float)

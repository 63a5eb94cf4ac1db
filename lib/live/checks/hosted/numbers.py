"""Numbers, for `isinstance`. In MicroPython `bool` is no kind of `int`."""

Number = (bool, int, float, complex)

"""Writes `files` where Python imports from: a page runs this before the first check."""

import os

for path in files:  # noqa: F821 - set before
    for depth, letter in enumerate(path):
        if letter == "/":
            try:  # noqa: SIM105 - MicroPython has no `suppress`
                os.mkdir("/lib/" + path[:depth])  # noqa: PTH102
            except OSError:
                pass  # it is there
    with open("/lib/" + path, "w") as file:  # noqa: PTH123
        file.write(files[path])  # noqa: F821

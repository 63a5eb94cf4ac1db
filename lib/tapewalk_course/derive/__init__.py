"""The 26 gradients that a reader derives: the lines, their paths, and what is wrong in one.

MicroPython runs these files in the page, and CPython in the tests, so they use what both have.
"""

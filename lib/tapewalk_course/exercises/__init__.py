"""Exercises that check themselves: `check("01.2", backward)` gives feedback at once.

There is a folder for each module of the course, with a folder for each of its exercises. Code in
the same Python process can alter the checks: they help learners and protect nothing.
"""

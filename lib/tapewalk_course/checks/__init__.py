"""Exercises that check themselves: `check("01.3", backward)` says at once what came of it.

A folder for each module of the course, the catalog of all, and what grades them.

Code that runs in the same Python can alter the checks: they help a learner, they guard nothing.
"""

"""Exercises that check themselves: `check("01.3", backward)` says at once what came of it.

A check tries what was handed in on inputs drawn from a new seed, compares with oracles, and says
what was tried, what came, what was expected, and a hint that fits the mistake. The checks
themselves stand in `tapewalk_course.checks`, a folder for each module of the course.

Code that runs in the same Python can alter the checks: they help a learner, they guard nothing.
"""

from tapewalk.language import set_language
from tapewalk_course.checking.checker import check
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.grade import grade
from tapewalk_course.checking.programs import Node

__all__ = ["Feedback", "Node", "check", "grade", "set_language"]

"""The parts of the course besides its library: exercises, their checks, the detective, the lab.

`from tapewalk_course import check` checks an exercise in the notebook where it is written;
`python -m tapewalk_grade FOLDER` grades notebooks.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tapewalk.language import set_language

if TYPE_CHECKING:
    from tapewalk_course import detective
    from tapewalk_course.exercises.checker import check

__all__ = ["check", "detective", "set_language"]


def __getattr__(name: str) -> Any:
    # On first use: the processes of the grader need neither.
    if name == "check":
        return import_module("tapewalk_course.exercises.checker").check
    if name == "detective":
        return import_module("tapewalk_course.detective")
    raise AttributeError(f"module 'tapewalk_course' has no attribute {name!r}")

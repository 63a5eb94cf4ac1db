"""What the course needs besides its library: the checks of exercises, the grader, the detective.

`from tapewalk_course import check` checks an exercise in the notebook where it is written;
`python -m tapewalk_course.grade FOLDER` grades notebooks.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tapewalk.language import set_language

if TYPE_CHECKING:
    from tapewalk_course import detective
    from tapewalk_course.checks.checker import check

__all__ = ["check", "detective", "set_language"]


def __getattr__(name: str) -> Any:
    # On first use: the grader starts a process for each notebook, and needs neither.
    if name == "check":
        return import_module("tapewalk_course.checks.checker").check
    if name == "detective":
        return import_module("tapewalk_course.detective")
    raise AttributeError(f"module 'tapewalk_course' has no attribute {name!r}")

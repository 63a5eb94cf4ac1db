"""The right solutions, one file for each stub. Each is a cell of the exercise page."""

from tapewalk_course.solutions import run_solutions

CELLS = run_solutions(
    __file__,
    (
        "census",
        "paths",
        "residuals",
        "fused",
        "weights",
        "marks",
        "mending",
        "diagnosis",
    ),
    globals(),
)

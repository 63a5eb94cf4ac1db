"""Solutions of module 04, right and wrong. They live here and nowhere else."""

from tests.tapewalk_course.checks.ways import Ways

SOLUTIONS = {
    "04.1": Ways("04.1"),
    "04.2": Ways("04.2"),
    "04.3": Ways("04.3"),
    "04.4": Ways("04.4"),
    "04.5": Ways("04.5"),
    "04.6": Ways("04.6"),
    "04.7": Ways("04.7"),
    "04.8": Ways("04.8"),
}

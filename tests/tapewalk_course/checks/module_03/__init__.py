"""Solutions of module 03, right and wrong. They live here and nowhere else."""

from tests.tapewalk_course.checks.ways import Ways

SOLUTIONS = {f"03.{n}": Ways(f"03.{n}") for n in range(1, 9)}

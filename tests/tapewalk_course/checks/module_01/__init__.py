"""Solutions of module 01, right and wrong. They live here and nowhere else."""

from tests.tapewalk_course.checks.ways import Ways

SOLUTIONS = {f"01.{n}": Ways(f"01.{n}") for n in range(1, 9)}

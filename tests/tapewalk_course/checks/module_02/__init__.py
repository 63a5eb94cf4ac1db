"""Solutions of module 02, right and wrong. They live here and nowhere else."""

from tests.tapewalk_course.checks.ways import Ways

SOLUTIONS = {f"02.{n}": Ways(f"02.{n}") for n in range(1, 9)}

"""Solutions of module 01, right and wrong. They live here and nowhere else."""

from tests.tapewalk_course.checks.module_01 import (
    engine,
    matmul,
    order,
    slopes,
    softplus,
    step,
    unbroadcasting,
    walk,
)

SOLUTIONS = {
    "01.1": slopes,
    "01.2": order,
    "01.3": walk,
    "01.4": unbroadcasting,
    "01.5": matmul,
    "01.6": softplus,
    "01.7": step,
    "01.8": engine,
}

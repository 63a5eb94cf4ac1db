"""Solutions of module 02, right and wrong. They live here and nowhere else."""

from tests.tapewalk_course.checks.module_02 import (
    attention,
    chunks,
    cuts,
    doubled,
    leaves,
    ledger,
    length,
    order,
)

SOLUTIONS = {
    "02.1": length,
    "02.2": leaves,
    "02.3": order,
    "02.4": ledger,
    "02.5": attention,
    "02.6": doubled,
    "02.7": chunks,
    "02.8": cuts,
}

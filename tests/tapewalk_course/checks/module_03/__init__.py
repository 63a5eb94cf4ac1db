"""Solutions of module 03, right and wrong. They live here and nowhere else."""

from tests.tapewalk_course.checks.module_03 import (
    division,
    entropy,
    network,
    norm,
    picked,
    scaled,
    table,
)
from tests.tapewalk_course.checks.ways import Ways

SOLUTIONS = {
    "03.1": picked,
    "03.2": division,
    "03.3": entropy,
    "03.4": Ways("03.4"),
    "03.5": table,
    "03.6": scaled,
    "03.7": norm,
    "03.8": network,
}

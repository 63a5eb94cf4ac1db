"""The checks of module 04: reading PyTorch's graphs, and diagnosing and mending sick models.

They need PyTorch, and import it when they are used.
"""

from tapewalk_course.checks.module_04 import (
    census,
    diagnosis,
    fused,
    marks,
    mending,
    paths,
    residuals,
    weights,
)
from tapewalk_course.checks.module_04.judging import with_torch

EXERCISES = tuple(
    with_torch(part.EXERCISE)
    for part in (census, paths, residuals, fused, weights, marks, mending, diagnosis)
)

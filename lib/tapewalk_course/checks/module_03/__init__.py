"""The checks of module 03: from one local gradient to a whole way back, written by hand."""

from tapewalk_course.checks.module_03 import (
    batch_norm,
    cross_entropy,
    division,
    layer,
    network,
    picked,
    scaled,
    table,
)

EXERCISES = (
    picked.EXERCISE,
    division.EXERCISE,
    cross_entropy.EXERCISE,
    layer.EXERCISE,
    table.EXERCISE,
    scaled.EXERCISE,
    batch_norm.EXERCISE,
    network.EXERCISE,
)

"""The checks of module 03: from one local gradient to a whole way back, written by hand."""

from tapewalk_course.checks.module_03 import (
    division,
    entropy,
    layer,
    network,
    norm,
    picked,
    scaled,
    table,
)

EXERCISES = (
    picked.EXERCISE,
    division.EXERCISE,
    entropy.EXERCISE,
    layer.EXERCISE,
    table.EXERCISE,
    scaled.EXERCISE,
    norm.EXERCISE,
    network.EXERCISE,
)

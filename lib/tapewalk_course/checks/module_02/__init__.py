"""The checks of module 02: reading tapes, weighing them, and mending broken training steps."""

from tapewalk_course.checks.module_02 import (
    attention,
    bytes,
    chunks,
    cuts,
    doubled,
    leaves,
    length,
    order,
)

EXERCISES = (
    length.EXERCISE,
    leaves.EXERCISE,
    order.EXERCISE,
    bytes.EXERCISE,
    attention.EXERCISE,
    doubled.EXERCISE,
    chunks.EXERCISE,
    cuts.EXERCISE,
)

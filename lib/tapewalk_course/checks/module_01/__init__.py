"""The checks of module 01: from one local gradient to a whole engine."""

from tapewalk_course.checks.module_01 import (
    engine,
    functions,
    order,
    shapes,
    slopes,
    training,
    walk,
)

EXERCISES = (
    slopes.EXERCISE,
    order.EXERCISE,
    walk.EXERCISE,
    shapes.UNBROADCAST,
    shapes.MATMUL,
    functions.EXERCISE,
    training.EXERCISE,
    engine.EXERCISE,
)

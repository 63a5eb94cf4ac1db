"""The checks of module 01: from one local gradient to a whole engine."""

from tapewalk_course.checks.module_01 import (
    engine,
    function,
    matmul,
    order,
    slopes,
    step,
    unbroadcast,
    walk,
)

EXERCISES = (
    slopes.EXERCISE,
    order.EXERCISE,
    walk.EXERCISE,
    unbroadcast.EXERCISE,
    matmul.EXERCISE,
    function.EXERCISE,
    step.EXERCISE,
    engine.EXERCISE,
)

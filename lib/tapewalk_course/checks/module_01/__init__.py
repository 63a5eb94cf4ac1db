"""The checks of module 01: from one local gradient to a whole engine."""

from tapewalk_course.checks.module_01 import engine, functions, shapes, slopes, training, walks

EXERCISES = (
    slopes.EXERCISE,
    walks.ORDER,
    walks.BACKWARD,
    shapes.UNBROADCAST,
    shapes.MATMUL,
    functions.EXERCISE,
    training.EXERCISE,
    engine.EXERCISE,
)

"""The checks of module 01: from one local gradient to a whole engine."""

from tapewalk.grading.checks_01 import engine, functions, shapes, slopes, training, walks

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

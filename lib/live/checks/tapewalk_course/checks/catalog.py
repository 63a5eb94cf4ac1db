"""The exercises that need no NumPy."""

from tapewalk_course.checks.module_01 import engine, slopes, walks

_EXERCISES = (slopes.EXERCISE, walks.ORDER, walks.BACKWARD, engine.EXERCISE)


def find(id, lang):
    """Returns an exercise."""
    for exercise in _EXERCISES:
        if exercise.id == id:
            return exercise
    raise LookupError(id)

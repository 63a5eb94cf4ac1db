"""The exercises that need no NumPy."""

from tapewalk_course.checks.module_01 import engine, order, slopes, walk

_EXERCISES = tuple(each.EXERCISE for each in (slopes, order, walk, engine))


def find(id, lang):
    """Returns an exercise."""
    for exercise in _EXERCISES:
        if exercise.id == id:
            return exercise
    raise LookupError(id)

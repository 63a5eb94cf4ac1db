"""The work of learners, right and wrong, as the folders of the exercises declare it."""

from functools import cached_property

from tapewalk_course.exercises.catalog import MODULES, find


class Ways:
    """The solution of an exercise, other right work, and wrong work.

    Attributes:
        reference: The work of the page's solution.
        also_right: Other right work.
        wrong: The name of each mistake, and work that makes it.
        general: The name of a general hint, and work that gets it.
    """

    def __init__(self, id):
        self._exercise = find(id, "en")

    def _work(self, code):
        return self._exercise.mistakes.work(code, self._exercise.takes)

    def _each(self, entries):
        return [(entry.name, self._work(code)) for entry in entries for code in entry.codes]

    @cached_property
    def reference(self):
        return self._work(self._exercise.mistakes.solution)

    @cached_property
    def also_right(self):
        return [self._work(code) for code in self._exercise.mistakes.declared.right]

    @cached_property
    def wrong(self):
        return self._each(self._exercise.mistakes.declared.mistakes)

    @cached_property
    def general(self):
        return self._each(self._exercise.mistakes.declared.general)


WAYS = {each.id: Ways(each.id) for module in MODULES for each in MODULES[module]}

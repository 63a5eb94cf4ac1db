"""What checks say: interface words, and the hints of each module."""

from tapewalk_course.checking.words.en import general, module_04

WORDS = general.WORDS | module_04.HINTS

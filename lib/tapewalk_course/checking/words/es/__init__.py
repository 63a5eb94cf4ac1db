"""What checks say: interface words, and the hints of each module."""

from tapewalk_course.checking.words.es import general, module_01, module_02, module_03

WORDS = general.WORDS | module_01.HINTS | module_02.HINTS | module_03.HINTS

"""The words of the grader."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

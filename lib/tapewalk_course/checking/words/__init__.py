"""What checks say: interface words, and the hints of each module."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

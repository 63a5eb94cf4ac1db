"""The words of checks, and the hints that exercises share."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

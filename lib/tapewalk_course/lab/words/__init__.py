"""The lab's words about bugs and programs."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

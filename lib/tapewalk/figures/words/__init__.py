"""The few words that Python itself says about a figure."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

"""The words of the gradient detective."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

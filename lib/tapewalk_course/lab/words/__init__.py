"""What the lab says of bugs and programs."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

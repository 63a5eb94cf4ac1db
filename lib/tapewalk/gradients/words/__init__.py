"""The words in which two gradients are compared."""

from tapewalk.words import Words

say = Words(__name__).say

"""What plans say."""

from tapewalk.words import Words

say = Words(__name__).say

"""What reports and their differences say."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

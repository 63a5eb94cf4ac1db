"""What the text of a task says of the factor that a learner's task has, by the task's id."""

from tapewalk.words import Words

words = Words(__name__)
say = words.say

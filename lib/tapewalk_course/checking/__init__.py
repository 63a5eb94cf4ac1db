"""The engine of the checks: exercises and their cases, diagnoses, feedback, words.

A check runs the learner's work on inputs drawn from a new seed, compares the results with oracles,
and shows the inputs, the result, the expected result, and a hint that fits the mistake.
"""

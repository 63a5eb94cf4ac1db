"""What all checks are made of: exercises and their cases, diagnoses, feedback, words.

A check tries what was handed in on inputs drawn from a new seed, compares with oracles, and says
what was tried, what came, what was expected, and a hint that fits the mistake.
"""

"""Data of the class as a whole: the list of learners, the policy, similar notebooks."""

"""The exercises as other platforms take them: Gradescope, nbgrader, otter-grader."""

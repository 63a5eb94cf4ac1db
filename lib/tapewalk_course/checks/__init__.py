"""The checks of the exercises, a folder for each module."""

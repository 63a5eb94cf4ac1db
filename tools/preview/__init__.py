"""Renders the course's .qmd sources into a folder without Quarto (see README.md)."""

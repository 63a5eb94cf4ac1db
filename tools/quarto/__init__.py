"""Renders the course with a stock Quarto and takes its warnings seriously."""

"""The results as tables, files for other programs, and pages."""

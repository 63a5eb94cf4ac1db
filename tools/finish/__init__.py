"""The finishing step: additions to a folder that the preview or Quarto has rendered."""

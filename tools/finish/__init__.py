"""The finishing step: additions to a folder that the preview or Quarto has rendered.

A step changes a `page`, which has an `address` in the `site`; `sources` is the folder of the .qmd
files.
"""

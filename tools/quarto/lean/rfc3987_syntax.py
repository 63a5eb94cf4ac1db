"""Stands before a package that takes a second to import, once for each page that Quarto runs.

It brings a grammar with which jsonschema checks international addresses. No notebook of ours is
checked for such, and jsonschema does without the package where it is not installed.
"""

raise ImportError("left out: see tools/quarto/lean")

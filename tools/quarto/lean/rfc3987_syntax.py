"""A substitute for a package whose import takes a second for each page that Quarto runs.

The package is a grammar with which jsonschema checks international addresses. Our notebooks are
not checked for these, and jsonschema works without the package if it is not installed.
"""

raise ImportError("left out: see tools/quarto/lean")

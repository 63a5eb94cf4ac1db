"""Builds what the pages load and the repository doesn't hold: the diagrams' bundle, the fonts."""

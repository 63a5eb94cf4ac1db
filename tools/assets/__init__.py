"""The files that pages load and git ignores: the bundle of diagrams, the fonts."""

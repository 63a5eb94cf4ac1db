"""Rewrites each Spanish page from its English twin, and leaves the Spanish words in place."""

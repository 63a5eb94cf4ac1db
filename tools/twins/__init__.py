"""Rewrites each translated page from its English twin, and leaves the translated words in place."""

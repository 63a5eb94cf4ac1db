"""A server that shows a finished site as a static host would."""

"""Shows a finished site the way a static host would."""

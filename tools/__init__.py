"""Programs for maintainers; the library and the lessons run without them."""

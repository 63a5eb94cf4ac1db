"""Models that train badly, each with its cause and line, and healthy ones beside them."""

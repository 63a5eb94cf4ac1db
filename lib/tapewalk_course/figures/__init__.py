"""Return the data of the figures of the pages of module 01."""

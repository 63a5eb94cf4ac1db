"""The notebooks of lessons and exercises, from the same sources as their pages."""

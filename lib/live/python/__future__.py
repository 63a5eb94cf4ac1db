"""MicroPython reads no annotations: there is nothing to postpone."""

annotations = None

"""The models that the course walks through."""

from tapewalk.models.mini_gpt import MiniGPT

__all__ = ["MiniGPT"]

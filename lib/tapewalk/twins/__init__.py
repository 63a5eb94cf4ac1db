"""The library's models once more in PyTorch, which only this package needs to be there."""

from tapewalk.twins.mini_gpt import MiniGPT

__all__ = ["MiniGPT"]

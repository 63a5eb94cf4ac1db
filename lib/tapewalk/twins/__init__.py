"""The lessons' models in PyTorch, which only this package needs to be there."""

from tapewalk.twins.mini_gpt import MiniGPT
from tapewalk.twins.transformer_block import TransformerBlock

__all__ = ["MiniGPT", "TransformerBlock"]

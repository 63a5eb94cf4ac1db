"""The lessons' models in PyTorch, which only this package needs to be there."""

try:
    import torch as _torch
except ImportError as error:
    raise ImportError(
        "tapewalk.twins is written in PyTorch, which is not installed: "
        'pip install "tapewalk[torch]"'
    ) from error

from tapewalk.twins.mini_gpt import MiniGPT
from tapewalk.twins.transformer_block import TransformerBlock

__all__ = ["MiniGPT", "TransformerBlock"]

del _torch

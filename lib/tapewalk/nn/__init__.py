"""Building blocks of models, named and shaped as in `torch.nn`."""

from tapewalk.nn import functional, utils
from tapewalk.nn.activations import GELU, ReLU, Sigmoid, Tanh
from tapewalk.nn.attention import MultiHeadAttention
from tapewalk.nn.layers import (
    MLP,
    BatchNorm1d,
    Embedding,
    LayerNorm,
    Linear,
    ModuleList,
    Sequential,
)
from tapewalk.nn.module import Module, Parameter

__all__ = [
    "GELU",
    "MLP",
    "BatchNorm1d",
    "Embedding",
    "LayerNorm",
    "Linear",
    "Module",
    "ModuleList",
    "MultiHeadAttention",
    "Parameter",
    "ReLU",
    "Sequential",
    "Sigmoid",
    "Tanh",
    "functional",
    "utils",
]

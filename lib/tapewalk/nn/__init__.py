"""Building blocks of models, named and shaped as in `torch.nn`."""

from tapewalk.nn import functional
from tapewalk.nn.attention import MultiHeadAttention
from tapewalk.nn.layers import (
    GELU,
    MLP,
    BatchNorm1d,
    Embedding,
    LayerNorm,
    Linear,
    ModuleList,
    ReLU,
    Sequential,
    Sigmoid,
    Tanh,
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
]

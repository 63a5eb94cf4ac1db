"""Building blocks of models, named and shaped as in `torch.nn`."""

from tapewalk.nn import functional, init, utils
from tapewalk.nn.activations import GELU, ReLU, Sigmoid, Tanh
from tapewalk.nn.attention import MultiHeadAttention
from tapewalk.nn.criteria import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    L1Loss,
    MSELoss,
    NLLLoss,
)
from tapewalk.nn.layers import (
    MLP,
    BatchNorm1d,
    Dropout,
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
    "BCELoss",
    "BCEWithLogitsLoss",
    "BatchNorm1d",
    "CrossEntropyLoss",
    "Dropout",
    "Embedding",
    "L1Loss",
    "LayerNorm",
    "Linear",
    "MSELoss",
    "Module",
    "ModuleList",
    "MultiHeadAttention",
    "NLLLoss",
    "Parameter",
    "ReLU",
    "Sequential",
    "Sigmoid",
    "Tanh",
    "functional",
    "init",
    "utils",
]

"""Building blocks of models, named and shaped as in `torch.nn`."""

from tapewalk.nn import functional, init, utils
from tapewalk.nn.activations import GELU, ReLU, Sigmoid, SiLU, Tanh
from tapewalk.nn.attention import MultiHeadAttention
from tapewalk.nn.convolutions import (
    AvgPool1d,
    AvgPool2d,
    Conv1d,
    Conv2d,
    Flatten,
    MaxPool1d,
    MaxPool2d,
)
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
    "AvgPool1d",
    "AvgPool2d",
    "BCELoss",
    "BCEWithLogitsLoss",
    "BatchNorm1d",
    "Conv1d",
    "Conv2d",
    "CrossEntropyLoss",
    "Dropout",
    "Embedding",
    "Flatten",
    "L1Loss",
    "LayerNorm",
    "Linear",
    "MSELoss",
    "MaxPool1d",
    "MaxPool2d",
    "Module",
    "ModuleList",
    "MultiHeadAttention",
    "NLLLoss",
    "Parameter",
    "ReLU",
    "Sequential",
    "SiLU",
    "Sigmoid",
    "Tanh",
    "functional",
    "init",
    "utils",
]

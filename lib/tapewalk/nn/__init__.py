"""Building blocks of models, named and shaped as in `torch.nn`."""

import sys
from typing import TYPE_CHECKING, Any

from tapewalk.engine.errors import UnknownNameError
from tapewalk.nn import functional, init, utils
from tapewalk.nn.activations import GELU, ReLU, Sigmoid, SiLU, Tanh
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
    BatchNorm2d,
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
    "BatchNorm2d",
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
    "SiLU",
    "Sigmoid",
    "Tanh",
    "functional",
    "init",
    "utils",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        raise UnknownNameError("module 'tapewalk.nn'", name, sys.modules[__name__], "nn")

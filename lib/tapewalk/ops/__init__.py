"""Every operation of the tensor engine: one class each, forward and backward side by side."""

from tapewalk.ops.activations import (
    LogSoftmax,
    ReLU,
    Sigmoid,
    Softmax,
    Tanh,
)
from tapewalk.ops.arithmetic import Add, Div, Mul, Neg, Pow, Sub
from tapewalk.ops.attention import Attention
from tapewalk.ops.elementwise import (
    Abs,
    Clamp,
    Clone,
    Cos,
    Exp,
    Log,
    MaskedFill,
    Maximum,
    Minimum,
    Sin,
    Sqrt,
    ToCopy,
    Where,
)
from tapewalk.ops.gelu import GELU, GELUTanh
from tapewalk.ops.index import CopySlices, Embedding, SetItem, Slice
from tapewalk.ops.loss import BCE, MSE, NLL, BCEWithLogits, CrossEntropy
from tapewalk.ops.matmul import Linear, MatMul
from tapewalk.ops.norm import BatchNorm, LayerNorm
from tapewalk.ops.reduce import Max, Mean, Min, Pick, Std, Sum, Var
from tapewalk.ops.shape import Concat, Expand, Flip, Permute, Reshape, Transpose

__all__ = [
    "BCE",
    "GELU",
    "MSE",
    "NLL",
    "Abs",
    "Add",
    "Attention",
    "BCEWithLogits",
    "BatchNorm",
    "Clamp",
    "Clone",
    "Concat",
    "CopySlices",
    "Cos",
    "CrossEntropy",
    "Div",
    "Embedding",
    "Exp",
    "Expand",
    "Flip",
    "GELUTanh",
    "LayerNorm",
    "Linear",
    "Log",
    "LogSoftmax",
    "MaskedFill",
    "MatMul",
    "Max",
    "Maximum",
    "Mean",
    "Min",
    "Minimum",
    "Mul",
    "Neg",
    "Permute",
    "Pick",
    "Pow",
    "ReLU",
    "Reshape",
    "SetItem",
    "Sigmoid",
    "Sin",
    "Slice",
    "Softmax",
    "Sqrt",
    "Std",
    "Sub",
    "Sum",
    "Tanh",
    "ToCopy",
    "Transpose",
    "Var",
    "Where",
]

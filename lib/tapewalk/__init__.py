"""A small automatic differentiation library whose graphs can be looked at."""

from importlib import import_module
from typing import Any

from tapewalk.graph import tape, walk
from tapewalk.publish import publish
from tapewalk.trace import trace
from tapewalk.validate import validate
from tapewalk.value import Value
from tapewalk.version import __version__

# Names that need NumPy are loaded when they are first used: the scalar engine runs without it.
_LAZY = {
    "Tensor": "tensor",
    "Function": "function",
    "no_grad": "grad_mode",
    "enable_grad": "grad_mode",
    "set_grad_enabled": "grad_mode",
    "is_grad_enabled": "grad_mode",
    "detect_anomaly": "anomaly",
    "grad": "differentiate",
    "value_and_grad": "differentiate",
    "jacobian": "differentiate",
    "elementwise_grad": "differentiate",
    "checkpoint": "checkpointing",
    "gradcheck": "gradient_check",
    "compare": "comparison",
    **dict.fromkeys(
        ["as_tensor", "from_numpy", "zeros", "ones", "full", "zeros_like", "ones_like"],
        "creation",
    ),
    **dict.fromkeys(["arange", "eye", "randn", "rand"], "creation"),
    **dict.fromkeys(["cat", "stack", "where", "maximum", "minimum"], "functional"),
    **dict.fromkeys(["exp", "log", "sqrt", "sin", "cos", "tanh"], "functional"),
    **dict.fromkeys(["sigmoid", "relu", "softmax", "log_softmax"], "functional"),
}
# `inspect` is a module that can be called.
_MODULES = ("nn", "optim", "data", "functions", "widgets", "inspect", "detective")

__all__ = [
    "Value",
    "__version__",
    "publish",
    "tape",
    "trace",
    "validate",
    "walk",
    *_LAZY,
    *_MODULES,
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"tapewalk.{_LAZY[name]}"), name)
    if name in _MODULES:
        return import_module(f"tapewalk.{name}")
    raise AttributeError(f"module 'tapewalk' has no attribute {name!r}")

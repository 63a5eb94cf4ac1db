"""A small automatic differentiation library whose graphs can be looked at."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tapewalk import display
from tapewalk.graph import walk
from tapewalk.scalar.dual import Dual
from tapewalk.scalar.tape import tape
from tapewalk.scalar.value import Value
from tapewalk.trace.publish import publish
from tapewalk.trace.tracing import trace
from tapewalk.trace.validate import validate
from tapewalk.version import __version__

# Type checkers read this block, which names what the tables below load.
if TYPE_CHECKING:
    from tapewalk import data, models, nn, ops, optim, widgets
    from tapewalk.engine.anomaly import detect_anomaly
    from tapewalk.engine.function import Function
    from tapewalk.engine.grad_mode import (
        enable_grad,
        inference_mode,
        is_grad_enabled,
        no_grad,
        set_grad_enabled,
    )
    from tapewalk.engine.random_state import manual_seed
    from tapewalk.gradients.checkpointing import checkpoint
    from tapewalk.gradients.comparison import compare
    from tapewalk.gradients.differentiate import (
        elementwise_grad,
        grad,
        hessian_vector_product,
        jacobian,
        jvp,
        value_and_grad,
    )
    from tapewalk.gradients.gradient_check import gradcheck, gradgradcheck
    from tapewalk.inspect import CallableModule
    from tapewalk.tensor import derived
    from tapewalk.tensor.creation import (
        arange,
        as_tensor,
        eye,
        from_numpy,
        full,
        ones,
        ones_like,
        rand,
        randn,
        zeros,
        zeros_like,
    )
    from tapewalk.tensor.derived import *  # noqa: F403
    from tapewalk.tensor.functional import cat, einsum, log_softmax, softmax, stack, where
    from tapewalk.tensor.operands import matmul
    from tapewalk.tensor.tensor import Tensor
    from tapewalk.trace.score import score

    inspect: CallableModule

# Names that need NumPy are loaded when they are first used: the scalar engine runs without it.
_FILES = {
    "tensor.tensor": ["Tensor"],
    "engine.function": ["Function"],
    "engine.grad_mode": [
        *("no_grad", "enable_grad", "inference_mode", "set_grad_enabled", "is_grad_enabled"),
    ],
    "engine.random_state": ["manual_seed"],
    "engine.anomaly": ["detect_anomaly"],
    "gradients.differentiate": [
        *("grad", "value_and_grad", "jacobian", "elementwise_grad"),
        *("hessian_vector_product", "jvp"),
    ],
    "gradients.checkpointing": ["checkpoint"],
    "gradients.gradient_check": ["gradcheck", "gradgradcheck"],
    "gradients.comparison": ["compare"],
    "tensor.creation": [
        *("as_tensor", "from_numpy", "zeros", "ones", "full", "zeros_like", "ones_like"),
        *("arange", "eye", "randn", "rand"),
    ],
    "tensor.functional": [
        *("cat", "stack", "where", "einsum", "softmax", "log_softmax"),
    ],
    "tensor.operands": ["matmul"],
    "trace.score": ["score"],
}
_LAZY = {name: file for file, names in _FILES.items() for name in names}
# `inspect` is a module that can be called.
_MODULES = ("nn", "optim", "models", "data", "ops", "widgets", "inspect")

# Written out, because type checkers don't compute it.
__all__: list[str] = [
    "Dual",
    "Function",
    "Tensor",
    "Value",
    "__version__",
    "arange",
    "as_tensor",
    "cat",
    "checkpoint",
    "compare",
    "data",
    "detect_anomaly",
    "einsum",
    "elementwise_grad",
    "enable_grad",
    "eye",
    "from_numpy",
    "full",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "hessian_vector_product",
    "inference_mode",
    "inspect",
    "is_grad_enabled",
    "jacobian",
    "jvp",
    "log_softmax",
    "manual_seed",
    "matmul",
    "models",
    "nn",
    "no_grad",
    "ones",
    "ones_like",
    "ops",
    "optim",
    "publish",
    "rand",
    "randn",
    "score",
    "set_grad_enabled",
    "softmax",
    "stack",
    "tape",
    "trace",
    "validate",
    "value_and_grad",
    "walk",
    "where",
    "widgets",
    "zeros",
    "zeros_like",
]


# Functions that follow from operations are not written out: `tensor/derived.py` knows them.
# A type checker that saw the other part would take every misspelt name for one that it answers.
if TYPE_CHECKING:
    __all__ += derived.__all__
else:
    _WRITTEN_OUT = __all__
    del __all__  # so that who asks for it asks the function below

    def __dir__() -> list[str]:
        derived = sys.modules.get("tapewalk.tensor.derived")
        return sorted({*globals(), *_WRITTEN_OUT, *getattr(derived, "__all__", ())})

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"tapewalk.{name}")
        if name in _LAZY or name == "__all__" or not name.startswith("_"):
            import_module("tapewalk.tensor.tensor")  # first: every result is one
            if name in _LAZY:
                return getattr(import_module(f"tapewalk.{_LAZY[name]}"), name)
            derived = import_module("tapewalk.tensor.derived")
            if name == "__all__":
                return [*_WRITTEN_OUT, *derived.__all__]
            if name in derived.FREE:
                return derived.FREE[name]
        raise AttributeError(f"module 'tapewalk' has no attribute {name!r}")


display.register()

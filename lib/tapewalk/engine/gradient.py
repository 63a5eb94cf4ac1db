"""The type of `x.grad`: a NumPy array with error messages for users of PyTorch's gradients."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk.engine.core import Concrete
from tapewalk.engine.memory import Array

# Replacements for PyTorch's methods.
INSTEAD: Final = {
    "zero_": "x.grad.fill(0), or x.zero_grad(), which forgets it",
    "clone": "x.grad.copy()",
    "detach": "x.grad alone: it has no history",
    "numpy": "x.grad alone: it is an array already",
    "cpu": "x.grad alone: it is in the computer's memory",
    "norm": "np.linalg.norm(x.grad)",
    "abs": "np.abs(x.grad)",
    "mul_": "x.grad *= ...",
    "add_": "x.grad += ...",
    "copy_": "x.grad[...] = ...",
}


class Gradient(np.ndarray[Any, Any]):
    """The gradient of a tensor, on the same memory: an array whose errors say what to write.

    Arithmetic with it returns plain arrays. NumPy takes a quarter of a microsecond longer for a
    subclass: so the backward pass uses it only for the complete gradient of a leaf, and optimizers
    compute with the plain array.

    Raises:
        AttributeError: The attribute is a method of tensors only, or unknown.
    """

    def __array_wrap__(
        self, array: Array, context: object = None, return_scalar: bool = False
    ) -> Any:
        """Return the result of one of NumPy's functions as an array or a number."""
        return array[()] if return_scalar else array

    def __getattr__(self, name: str) -> Any:
        message = f"'numpy.ndarray' object has no attribute {name!r}"
        if name in INSTEAD:
            message += f": the grad of a tensor is a NumPy array. Write {INSTEAD[name]}."
        elif hasattr(Concrete.Tensor, name):
            message += (
                ": the grad of a tensor is a NumPy array. Write NumPy's function of that meaning, "
                f"or tapewalk.from_numpy(x.grad).{name}, a tensor on the same memory."
            )
        raise AttributeError(message, name=name, obj=self)

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

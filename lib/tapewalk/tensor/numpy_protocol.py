"""How tensors answer NumPy's functions: `np.exp(t)` is `t.exp()`, and `array + t` is a tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.memory import Array

# Functions without a gradient: they see the arrays.
_FLAT: Final = {
    np.allclose, np.array_equal, np.array_repr, np.array_str, np.array2string, np.isclose,
    np.shape, np.ndim, np.size, np.argmax, np.argmin, np.argsort, np.all, np.any, np.array_equiv,
    np.isfinite, np.isnan, np.isinf, np.sign, np.floor, np.ceil, np.round, np.zeros_like,
    np.ones_like, np.nonzero, np.count_nonzero, np.logical_and, np.logical_or, np.logical_not,
}  # fmt: skip


class NumPyProtocol(TensorCore):
    """The methods that NumPy calls when one of its functions meets a tensor."""

    def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> Array:
        array: Array = np.array(self.numpy(), dtype=dtype, copy=copy)
        return array

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **settings: Any) -> Any:
        if method != "__call__" or settings:
            raise TypeError(
                f"np.{ufunc.__name__} with {settings or method} has no gradient rule: use the "
                "tensor's own methods, or .detach().numpy()."
            )
        return _answer(ufunc, inputs, {})

    def __array_function__(
        self, function: Any, types: Any, inputs: Any, settings: dict[str, Any]
    ) -> Any:
        return _answer(function, inputs, settings)


def _answer(function: Any, inputs: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    rule = _rules().get(function)
    if rule is not None:
        return rule(*inputs, **settings)
    if function in _FLAT:
        return function(*[_array(x) for x in inputs], **settings)
    raise TypeError(
        f"np.{function.__name__} has no gradient rule for tensors. Use the methods of Tensor or "
        "tapewalk's functions, or .detach().numpy() where no gradient is needed."
    )


def _array(x: Any) -> Any:
    if isinstance(x, (list, tuple)):
        return type(x)([_array(part) for part in x])
    return x._data if isinstance(x, TensorCore) else x


def _rules() -> dict[Any, Callable[..., Any]]:
    from tapewalk.tensor.numpy_rules import NUMPY_RULES  # here, because it needs all of Tensor

    return NUMPY_RULES

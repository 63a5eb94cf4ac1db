"""Operators and functions of single entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore, wrap
from tapewalk.engine.errors import PromotionError, ShapeError
from tapewalk.tensor.convert import plain
from tapewalk.tensor.derived import Derived
from tapewalk.tensor.operands import as_array, as_float, combine, compare, matched, matmul

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


class Arithmetic(Derived):
    """Sums, products, powers, comparisons, and functions applied entry by entry."""

    def __add__(self, other: object) -> Tensor:
        return combine(ops.Add, self, other)

    def __radd__(self, other: object) -> Tensor:
        return combine(ops.Add, other, self)

    def __sub__(self, other: object) -> Tensor:
        return combine(ops.Sub, self, other)

    def __rsub__(self, other: object) -> Tensor:
        return combine(ops.Sub, other, self)

    def __mul__(self, other: object) -> Tensor:
        return combine(ops.Mul, self, other)

    def __rmul__(self, other: object) -> Tensor:
        return combine(ops.Mul, other, self)

    def __truediv__(self, other: object) -> Tensor:
        return combine(ops.Div, self, other)

    def __rtruediv__(self, other: object) -> Tensor:
        return combine(ops.Div, other, self)

    def __mod__(self, other: object) -> Tensor:
        return combine(ops.Remainder, self, other)

    def __rmod__(self, other: object) -> Tensor:
        return combine(ops.Remainder, other, self)

    def __floordiv__(self, other: object) -> Tensor:
        return combine(ops.FloorDivide, self, other)

    def __rfloordiv__(self, other: object) -> Tensor:
        return combine(ops.FloorDivide, other, self)

    def __pow__(self, other: object) -> Tensor:
        return combine(ops.Pow, self, other)

    def __rpow__(self, other: object) -> Tensor:
        return combine(ops.Pow, other, self)

    def __matmul__(self, other: object) -> Tensor:
        return matmul(self, other)

    def __rmatmul__(self, other: object) -> Tensor:
        return matmul(other, self)

    def __neg__(self) -> Tensor:
        return ops.Neg.apply(self)

    def __pos__(self: Any) -> Tensor:
        result: Tensor = self
        return result

    def __abs__(self) -> Tensor:
        return self.abs()

    def __eq__(self, other: object) -> Tensor:  # type: ignore[override]
        return compare(np.equal, self, other)

    def __ne__(self, other: object) -> Tensor:  # type: ignore[override]
        return compare(np.not_equal, self, other)

    def __lt__(self, other: object) -> Tensor:
        return compare(np.less, self, other)

    def __le__(self, other: object) -> Tensor:
        return compare(np.less_equal, self, other)

    def __gt__(self, other: object) -> Tensor:
        return compare(np.greater, self, other)

    def __ge__(self, other: object) -> Tensor:
        return compare(np.greater_equal, self, other)

    # Equality works entry by entry, so in a set or a dict a tensor equals only itself.
    __hash__ = object.__hash__

    def __invert__(self) -> Tensor:
        return wrap(~self._data)

    def __and__(self, other: object) -> Tensor:
        return compare(np.bitwise_and, self, other)

    def __or__(self, other: object) -> Tensor:
        return compare(np.bitwise_or, self, other)

    mul = __mul__
    pow = __pow__
    neg = __neg__
    eq, ne, lt, le, gt, ge = __eq__, __ne__, __lt__, __le__, __gt__, __ge__

    def add(self, other: Any, *, alpha: float = 1) -> Tensor:
        """Return this tensor plus `alpha` times `other`."""
        return combine(ops.Add, self, other if alpha == 1 else other * alpha)

    def sub(self, other: Any, *, alpha: float = 1) -> Tensor:
        """Return this tensor minus `alpha` times `other`."""
        return combine(ops.Sub, self, other if alpha == 1 else other * alpha)

    def div(self, other: object, *, rounding_mode: str | None = None) -> Tensor:
        """Return the quotient; `rounding_mode` must be `None`, as rounding has no gradient."""
        if rounding_mode is not None:
            raise ValueError(
                f"div() rounds nothing, got rounding_mode={rounding_mode!r}: a rounded quotient "
                "is flat and has no gradient. Write a // b."
            )
        return combine(ops.Div, self, other)

    def matmul(self, other: object) -> Tensor:
        """Return the matrix product with `other`, for every pair of ranks that NumPy allows."""
        return matmul(self, other)

    mm = bmm = dot = matmul

    def rsqrt(self) -> Tensor:
        """Return 1 divided by the square root of each entry."""
        return combine(ops.Pow, as_float(self), -0.5)

    def square(self) -> Tensor:
        """Return the square of each entry."""
        return combine(ops.Pow, self, 2)

    def gelu(self, approximate: str = "none") -> Tensor:
        """Return x Φ(x) for each entry x, or with `approximate="tanh"` its approximation."""
        if approximate not in ("none", "tanh"):
            raise ValueError(f"approximate must be 'none' or 'tanh', got {approximate!r}.")
        function = ops.GELU if approximate == "none" else ops.GELUTanh
        return function.apply(as_float(self))

    def clamp(self, min: object = None, max: object = None) -> Tensor:
        """Return each entry, `min` where it is below, `max` where it is above."""
        if isinstance(min, (TensorCore, np.ndarray)):
            return self.maximum(min).clamp(max=max)
        if isinstance(max, (TensorCore, np.ndarray)):
            return self.clamp(min).minimum(max)
        low, high = plain(min), plain(max)
        x = as_float(self) if isinstance(low, float) or isinstance(high, float) else self
        return ops.Clamp.apply(x, low=low, high=high)

    clip = clamp

    def where(self, condition: object, other: object) -> Tensor:
        """Return this tensor's entries where `condition` holds, else those of `other`."""
        a, b = matched(self, other)
        return ops.Where.apply(as_array(condition).astype(bool), a, b)

    def masked_fill(self, mask: object, value: object) -> Tensor:
        """Return this tensor with `value` wherever `mask` is true.

        Args:
            mask: Booleans, of a shape that broadcasts with this tensor's.
            value: A number, or a tensor of shape (), which receives a gradient if it requires one.

        Raises:
            PromotionError: The mask is not boolean.
            ShapeError: The value has more than one entry.
        """
        mask = as_array(mask)
        if mask.dtype != bool:
            raise PromotionError(
                f"masked_fill expects a boolean mask, got dtype {mask.dtype}: write mask == 0 or "
                "mask.bool()."
            )
        number: Any = value
        if isinstance(value, TensorCore) and number.requires_grad:
            if number.ndim:
                raise ShapeError(
                    "masked_fill expects one number, a tensor of shape (), got shape "
                    f"{number.shape}: use where(mask, value, tensor)."
                )
            return ops.Where.apply(mask, number.to(self._data.dtype), self)
        return ops.MaskedFill.apply(self, mask, value=plain(value))

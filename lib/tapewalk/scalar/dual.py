"""Forward mode: numbers that carry their rate of change, and record no tape."""

from __future__ import annotations

from collections.abc import Callable

from tapewalk.scalar.value import Value


class Dual:
    """A number and its rate: how fast it moves when the input moves whose rate is 1.

    Each operation gets its result and its local gradients from `Value`, multiplies them by the
    rates of its operands right away, and keeps neither. One pass forward gives the derivative of
    every number with respect to one input; `Value.backward` gives that of one number with
    respect to every input.

    Args:
        data: The number.
        rate: How fast it moves: 1 for the input to differentiate with respect to, 0 for constants.

    Example:
        >>> x = Dual(2.0, rate=1.0)
        >>> (x**3 * 5).rate
        60.0
    """

    def __init__(self, data: float, rate: float = 0.0) -> None:
        self.data, self.rate = data, rate

    def __repr__(self) -> str:
        return f"Dual(data={self.data}, rate={self.rate})"


def _forward(name: str) -> Callable[..., Dual]:
    def operation(*operands: object) -> Dual:
        values = [Value(x.data) if isinstance(x, Dual) else x for x in operands]
        result = getattr(values[0], name)(*values[1:])
        rates = [x.rate for x in operands if isinstance(x, Dual)]
        pairs = zip(result.local_gradients, rates)  # noqa: B905  (MicroPython knows no strict)
        return Dual(result.data, sum([gradient * rate for gradient, rate in pairs]))

    return operation


for _name in ("add", "sub", "mul", "truediv", "pow"):
    for _operator in (f"__{_name}__", f"__r{_name}__"):
        setattr(Dual, _operator, _forward(_operator))
for _name in ("__neg__", "exp", "log", "sqrt", "tanh", "sinh", "relu", "sigmoid"):
    setattr(Dual, _name, _forward(_name))

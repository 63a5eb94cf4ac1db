"""A program while it is being drawn: it runs in PyTorch line by line.

That is how a rule knows the shapes it can choose from, and whether a value lies so near a kink
(of relu, of max, …) that the two libraries may fall on different sides of it by rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import torch
from hypothesis import strategies as st

from tests.tapewalk.programs.language import TORCH, Program, compiled

Draw = Callable[[st.SearchStrategy[Any]], Any]
T = TypeVar("T")

LAYOUTS = ("columns", "every other", "backwards", "repeated", "read-only")
# Where it is as in PyTorch: whether a reshape is a view, to write through, is then too.
SHARED_LAYOUTS = ("columns", "every other")
LARGEST = 8.0  # results beyond are scaled down: gradients of 60 operations must stay finite
MOST_ENTRIES = 96


class Draft:
    """Lines drawn so far and their variables in PyTorch.

    Args:
        draw: Hypothesis' function that draws from a strategy.
        dtype: The number type of the leaves.
        layouts: How numbers may lie in memory, besides row by row.
    """

    def __init__(
        self, draw: Draw, dtype: str = "float64", layouts: Sequence[str] = LAYOUTS
    ) -> None:
        self.draw = draw
        self.dtype = dtype
        self.layouts = layouts
        self.lines: list[str] = []
        self.names = TORCH.names()
        self.tensors: list[str] = []
        self.leaves: list[str] = []
        self.exact: set[str] = set()
        self.sealed: set[int] = set()
        self.ended = False

    def program(self) -> Program:
        """Return the lines as a program."""
        return Program(tuple(self.lines))

    # Choices

    def pick(self, options: Sequence[T]) -> T:
        """Draw one of the options."""
        return options[self.draw(st.integers(0, len(options) - 1))]

    def chance(self) -> bool:
        """Draw a truth value."""
        return bool(self.draw(st.booleans()))

    def tensor(self, fits: Callable[[torch.Tensor], bool] = lambda t: True) -> str | None:
        """Draw the name of a tensor that fits, one of the newest twice as often."""
        fitting = [name for name in self.tensors if fits(self[name])]
        return self.pick([*fitting[-4:], *fitting]) if fitting else None

    def __getitem__(self, name: str) -> torch.Tensor:
        tensor: torch.Tensor = self.names[name]
        return tensor

    def layout(self) -> str:
        """Draw a layout of memory, half the time row by row."""
        return self.pick((*["rows"] * len(self.layouts), *self.layouts))

    def ramp(self, name: str) -> str:
        """Return the weights of a tensor's entries, in a layout that is drawn."""
        return f"ramp({name}, {self.layout()!r})"

    # Additions

    def leaf(self, shape: Sequence[int], requires_grad: bool = True) -> str:
        """Add a leaf of quarters between -2 and 2; few numbers, so that some tie."""
        n = math.prod(shape)
        start, stride = self.pick(range(9)), self.pick((5, 1, 2, 7, 0))
        numbers = ((start + stride * np.arange(n)) % 9 - 4) / 2
        text = f"np.{self.dtype}({numbers.reshape(shape).tolist()})"
        if n == 0:  # as nested lists (0, 3) and (0,) are equal
            text = f"np.zeros({tuple(shape)}, np.{self.dtype})"
        name = f"x{len(self.leaves)}"
        self.leaves.append(name)
        layout = self.layout()
        made = f"tensor({text}" if layout == "rows" else f"laid({text}, {layout!r}"
        self.line(f"{name} = {made}, requires_grad={requires_grad})", name)
        self.exact.add(name)
        return name

    def add(self, expression: str, exact: bool = False) -> str | None:
        """Add `tN = expression`, unless the result is not finite or too large to go on with."""
        result = eval(compiled_expression(expression), self.names)
        if not isinstance(result, torch.Tensor) or result.numel() > MOST_ENTRIES:
            return None
        size = float(result.detach().abs().max()) if result.numel() else 0.0
        if not math.isfinite(size):
            return None
        if size > LARGEST:
            expression, exact = f"({expression}) / {2.0 ** math.ceil(math.log2(size / 4))}", False
        name = f"t{len(self.tensors)}"
        self.line(f"{name} = {expression}", name)
        if exact:
            self.exact.add(name)
        return name

    def line(self, text: str, makes: str | None = None) -> None:
        """Add a line as it is; one that raises in PyTorch is the last of the program."""
        self.lines.append(text)
        try:
            exec(compiled(text), self.names)
        except RuntimeError:
            self.ended = True
            return
        if makes is not None:
            self.tensors.append(makes)

    # Guards against decisions by rounding

    def clear_of(self, name: str, *kinks: float) -> bool:
        """Return whether no entry is so near one of the numbers that rounding could cross it."""
        values = self[name].detach().numpy().astype(float)
        return name in self.exact or all(np.all(abs(values - k) > self.margin) for k in kinks)

    def distinct(self, name: str) -> bool:
        """Return whether the order of the entries is beyond doubt."""
        values = np.sort(self[name].detach().numpy().astype(float), axis=None)
        return name in self.exact or bool(np.all(np.diff(values) > self.margin))

    @property
    def margin(self) -> float:
        """How far apart numbers have to be so that rounding can't exchange them."""
        return 1e-6 if self.dtype == "float64" else 1e-2


def compiled_expression(expression: str) -> Any:
    """Return the code of an expression."""
    return compile(expression, f"<{expression}>", "eval")

"""Programs: lists of lines that mean the same to tapewalk and to PyTorch.

A line is Python source, so a program that fails is printed as it ran. The two libraries share
method names; what differs stands in a header: `lib` is the library, `tensor` makes a leaf.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

# Weights that differ from entry to entry: with equal ones, a gradient that is transposed or
# flipped by mistake would look right.
_COMMON = """\
def ramp(t):
    return tensor(np.linspace(0.5, 1.5, t.numel()).reshape(tuple(t.shape)))
log = []
"""


@dataclass(frozen=True)
class Library:
    """One of the two sides: its name and the lines that a script needs first."""

    name: str
    header: str

    def names(self) -> dict[str, Any]:
        """Return the variables that the header defines, in a new dictionary."""
        names = dict(_defined(self.header))
        # A function of the header looks names up where it was defined, so `log` has to be new.
        names["log"] = []
        return names


@cache
def _defined(header: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(header, names)
    return names


TENSORS = Library(
    "tapewalk",
    f"import numpy as np\nimport tapewalk as lib\nfrom tapewalk import Tensor as tensor\n{_COMMON}",
)
TORCH = Library(
    "torch", f"import numpy as np\nimport torch as lib\nfrom torch import tensor\n{_COMMON}"
)
VALUES = Library(
    "tapewalk",
    "from tapewalk import Value as leaf\ndef backward(value):\n    value.backward()\n",
)
TORCH_SCALARS = Library(
    "torch",
    "import torch\n"
    "def leaf(number):\n"
    "    return torch.tensor(number, dtype=torch.float64, requires_grad=True)\n"
    "def backward(value):\n"
    "    value.backward(retain_graph=True)\n",
)


@dataclass(frozen=True, repr=False)
class Program:
    """Lines to run one after another; the first one that raises ends it."""

    lines: tuple[str, ...]

    def script(self, library: Library) -> str:
        """Return the program as a script that runs by itself."""
        return "\n".join([f"# {library.name}", library.header, *self.lines])

    def __repr__(self) -> str:
        return f"Program of {len(self.lines)} lines"


@dataclass
class Outcome:
    """What a run left: its variables and, if a line raised, which one and what."""

    names: dict[str, Any]
    line: str | None = None
    error: Exception | None = None


def run(program: Program, library: Library) -> Outcome:
    """Run a program with one of the libraries."""
    names = library.names()
    for line in program.lines:
        try:
            exec(compiled(line), names)
        except Exception as error:
            return Outcome(names, line, error)
    return Outcome(names)


@cache
def compiled(line: str) -> CodeType:
    """Return the code of a line; both libraries run each line, so it is compiled once."""
    return compile(line, f"<{line}>", "exec")

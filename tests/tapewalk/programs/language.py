"""Programs: lists of lines that mean the same to tapewalk and to PyTorch.

A line is Python source, so a program that fails is printed as it ran. The two libraries share
method names; what differs stands in a header: `lib` is the library, `tensor` makes a leaf, `laid` a
leaf whose numbers lie otherwise in memory, `relaid` moves a gradient's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

# Weights that differ from entry to entry: with equal ones, a gradient that is transposed or
# flipped by mistake would look right.
_COMMON = """\
def lay(a, layout):
    if layout == "columns":
        return np.array(a, order="F")
    if layout == "every other":
        wide = np.zeros([2 * n for n in a.shape], a.dtype)
        part = wide[(*[slice(None, None, 2)] * a.ndim, ...)]
        part[...] = a
        return part
    if layout == "backwards":
        return np.asarray(np.flip(np.flip(a).copy()))
    if layout == "repeated":
        first = a[:1] if a.ndim and len(a) and (a == a[:1]).all() else a
        return np.broadcast_to(first, a.shape)
    a = np.array(a)
    a.flags.writeable = layout != "read-only"
    return a
def laid(a, layout, requires_grad=False):
    return _laid(a, layout).requires_grad_(requires_grad)
def ramp(t, layout="rows"):
    return laid(np.linspace(0.5, 1.5, t.numel()).reshape(tuple(t.shape)), layout)
log = []
def second_order(loss, leaves):
    firsts = grad(loss, leaves, create_graph=True, allow_unused=True)
    total = sum((g * ramp(g)).sum() for g in firsts if g is not None and g.requires_grad)
    seconds = [None] * len(leaves)
    if hasattr(total, "requires_grad"):
        seconds = grad(total, leaves, allow_unused=True)
    # Where nothing depends on a leaf, and where all is flat: both are 0.
    for made in (firsts, seconds):
        log.extend([0 * x.detach() if g is None else g.detach() if hasattr(g, "detach") else g
                    for g, x in zip(made, leaves)])
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
    "import numpy as np\nimport tapewalk as lib\nfrom tapewalk import Tensor as tensor\n"
    "def _laid(a, layout):\n    return lib.from_numpy(lay(a, layout))\n"
    "def relaid(g, layout):\n    return lay(g, layout)\n"
    f"grad, checkpoint = lib.grad, lib.checkpoint\n{_COMMON}",
)
# PyTorch takes no negative strides and warns of read-only memory: these are contiguous there.
TORCH = Library(
    "torch",
    "import numpy as np\nimport torch as lib\nfrom functools import partial\n"
    "from torch import tensor\nfrom torch.utils.checkpoint import checkpoint\n"
    "checkpoint = partial(checkpoint, use_reentrant=False)\n"
    "def _laid(a, layout):\n"
    "    shared = layout in ('columns', 'every other')\n"
    "    return lib.from_numpy(lay(a, layout if shared else 'rows'))\n"
    f"def relaid(g, layout):\n    return g\ngrad = lib.autograd.grad\n{_COMMON}",
)
VALUES = Library(
    "tapewalk", "from tapewalk import Value as leaf\ndef backward(value):\n    value.backward()\n"
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
    """The variables after a run, and the error and its line if one was raised."""

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

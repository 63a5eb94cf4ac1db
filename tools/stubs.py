"""The stub `lib/tapewalk/tensor/derived.pyi`: the names derived from operations, with types.

    python -m tools.stubs

The library creates these names on import; type checkers and the reference page read
sources and would not find them. `make stubs` runs this, and a test fails when it is due.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from textwrap import indent
from typing import Any, Final

from tapewalk.engine.function import Function
from tapewalk.tensor import derived

STUB: Final = Path(derived.__file__).with_suffix(".pyi")
_HEAD: Final = '''\
"""Written by `make stubs` from the operations: change those."""

# ruff: noqa
# fmt: off

from collections.abc import Callable, Sequence
from typing import Any

from tapewalk.engine.core import TensorCore
from tapewalk.engine.function import Function
from tapewalk.tensor.tensor import Tensor

OPERATIONS: tuple[type[Function], ...]
FREE: dict[str, Callable[..., Any]]
ANSWERS: dict[Any, Callable[..., Any]]

def documentation(operation: type[Function]) -> str: ...

'''


def stub() -> str:
    """Return the text of the stub."""
    methods = "\n".join(
        indent(_summarised(one, getattr(derived.Derived, one.method)), "    ")
        for one in derived.OPERATIONS
    )
    functions = "\n".join(_summarised(one, derived.FREE[one.method]) for one in derived.OPERATIONS)
    summary = inspect.getdoc(derived.Derived)
    names = f"__all__: list[str] = {derived.__all__!r}\n"
    head = f'class Derived(TensorCore):\n    """{summary}"""\n'
    return f"{_HEAD}{names}\n{head}\n{methods}\n\n{functions}\n"


def _summarised(operation: type[Function], function: Any) -> str:
    """Return a method or free function with the first sentence of its documentation."""
    summary = derived.documentation(operation).partition("\n\n")[0]
    return f'def {operation.method}{_taken(function)}: """{summary}"""'


def _taken(function: Any) -> str:
    """Return the signature of a function with operands of any type and a tensor as its result."""
    signature = inspect.signature(function)
    parameters = [
        parameter if parameter.name == "self" else parameter.replace(annotation="Any")
        for parameter in signature.parameters.values()
    ]
    taken = str(signature.replace(parameters=parameters, return_annotation="Tensor"))
    return re.sub(r"'([^']*)'", r"\1", taken)


if __name__ == "__main__":
    STUB.write_text(stub(), "utf-8")
    print(f"wrote {STUB.name}: {len(derived.OPERATIONS)} operations")

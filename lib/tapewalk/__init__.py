"""A small automatic differentiation library whose graphs can be inspected.

`__init__.pyi` lists the public names. A name is loaded when it is first used, as in SPEC 1 of
Scientific Python: the scalar engine needs no NumPy.
"""

import ast
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tapewalk import display
from tapewalk.trace.tracing import trace  # noqa: F401  (replaces its package, once that is loaded)


@cache
def _homes() -> dict[str, str]:
    """Return the module of each name in `__init__.pyi`."""
    # Modules that can be called, which the stub says by their types.
    homes = dict.fromkeys(("inspect", "tensor"), "tapewalk")
    for node in ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            homes |= {alias.name: node.module or "" for alias in node.names if alias.asname}
    return homes


def __dir__() -> list[str]:
    derived = sys.modules.get("tapewalk.tensor.derived")
    return sorted({*globals(), *_homes(), *getattr(derived, "__all__", ())})


def __getattr__(name: str) -> Any:
    try:
        return _loaded(name)
    except ImportError as error:
        if error.name != "numpy":
            raise
        message = f"tapewalk.{name} needs NumPy, which is not installed: pip install numpy."
        # An import statement expects an ImportError, and `hasattr` an AttributeError.
        if sys._getframe(1).f_code.co_filename.startswith("<frozen importlib"):
            raise ImportError(message, name="numpy") from error
        raise AttributeError(message) from error


def _loaded(name: str) -> Any:
    """Return a public name, which is an attribute of this module from then on."""
    home = _homes().get(name)
    if home == "tapewalk":
        return import_module(f"tapewalk.{name}")
    if home:
        if home.split(".")[1] in ("engine", "gradients", "tensor"):
            import_module("tapewalk.tensor.tensor")  # the class of their results
        thing = getattr(import_module(home), name)
    elif name.startswith("_") and name != "__all__":
        raise AttributeError(f"module 'tapewalk' has no attribute {name!r}")
    else:
        # Functions that follow from operations are not listed: `tensor/derived.py` makes them.
        derived = import_module("tapewalk.tensor.derived")
        if name == "__all__":
            return sorted({*_homes(), *derived.__all__})
        if name not in derived.FREE:
            unknown: Any = import_module("tapewalk.engine.errors").UnknownNameError
            raise unknown("module 'tapewalk'", name, sys.modules[__name__], "")
        thing = derived.FREE[name]
    globals()[name] = thing
    return thing


display.register()

"""The entries of the reference: every public name of the library, by package.

Names and packages come from the library itself: a new name is on the page of the package whose file
defines it. A name whose package has no page stops the build, so the reference stays complete.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

import tapewalk
from tapewalk import data, inspect, models, nn, ops, optim, widgets
from tapewalk_course import detective

# The packages in the order of their pages, each with the modules that have their own names.
# Their public submodules follow them: after `nn` comes `nn.functional`.
_MODULES: Final[dict[str, tuple[ModuleType, ...]]] = {
    "scalar": (),
    "tensor": (),
    "gradients": (),
    "engine": (),
    "ops": (ops,),
    "nn": (nn,),
    "optim": (optim,),
    "models": (models,),
    "data": (data,),
    "graph": (),
    "trace": (),
    "inspect": (inspect,),
    "planning": (),
    "widgets": (widgets,),
    "course": (detective,),
}
ROOMS: Final = tuple(_MODULES)


def entries(room: str) -> list[tuple[str, Any]]:
    """Return the entries of a package's page: each name as users write it, and its object.

    Raises:
        LookupError: A public name of the library belongs to a package without a page.
    """
    named = [(name, getattr(tapewalk, name)) for name in _top_level().get(room, [])]
    for module in _MODULES[room]:
        named += _reached_by(_called(module), module)
    return named


def _called(module: Any) -> str:
    """Return the name under which users reach a module: the last part of its path."""
    name: str = module.__name__
    return name.rpartition(".")[2]


def _reached_by(prefix: str, module: Any) -> list[tuple[str, Any]]:
    """Return the public names of a module, then those of its public submodules."""
    names = _of_module(module)
    parts = [(name, getattr(module, name)) for name in names]
    # `tapewalk.inspect` is called itself: its function has the name of the module.
    found = [
        (name if name == prefix else f"{prefix}.{name}", thing)
        for name, thing in parts
        if not isinstance(thing, ModuleType)
    ]
    for name, thing in parts:
        if isinstance(thing, ModuleType):
            found += _reached_by(f"{prefix}.{name}", thing)
    return found


def _top_level() -> dict[str, list[str]]:
    """Return the names of `tapewalk` by the packages that define them, Value and Tensor first."""
    rooms: dict[str, list[str]] = {}
    for name in sorted(tapewalk.__all__, key=lambda name: (name.islower(), name)):
        thing = getattr(tapewalk, name)
        if name.startswith("__") or isinstance(thing, ModuleType) or _is_module(name):
            continue
        room = thing.__module__.split(".")[1]
        if room not in _MODULES:
            raise LookupError(
                f"{name}: its room {room} has no page in the reference. Write reference-{room}.qmd "
                "and name the room in _MODULES of modules/library/catalog.py."
            )
        rooms.setdefault(room, []).append(name)
    return rooms


def _is_module(name: str) -> bool:
    """Return whether a name is a module that is called itself, such as `inspect`."""
    return any(_called(module) == name for modules in _MODULES.values() for module in modules)


def _of_module(module: ModuleType) -> list[str]:
    """Return the public names of a module, in its own order."""
    names = getattr(module, "__all__", None) or _defined_in(module)
    # `widgets.published` is not called: `widgets.publish` documents it.
    unlisted = {"published", "Figure"} if module is widgets else set()
    return [name for name in names if name not in unlisted]


def _defined_in(module: ModuleType) -> list[str]:
    """Return the classes that a module without `__all__` defines."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    ]

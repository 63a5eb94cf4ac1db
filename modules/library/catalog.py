"""What the reference lists: every public name of the library, in the order of the page.

The names come from the library itself. A new one that no group takes up stops the build, so the
reference cannot fall behind.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

import tapewalk
from tapewalk import data, inspect, models, nn, ops, optim, widgets
from tapewalk.tensor import derived
from tapewalk_course import detective

# The groups in which the names of `tapewalk` itself stand; the modules fill their own.
_TOP: Final[dict[str, tuple[str, ...]]] = {
    "values": ("Value", "Dual", "tape", "walk", "trace", "publish", "validate"),
    "tensors": (
        *("Tensor", "from_numpy", "as_tensor", "zeros", "ones", "full", "zeros_like", "ones_like"),
        *(
            "arange",
            "eye",
            "randn",
            "rand",
            "manual_seed",
            "cat",
            "stack",
            "where",
            "einsum",
            "matmul",
            *derived.__all__,
        ),
        *("softmax", "log_softmax"),
    ),
    "gradients": (
        *("grad", "value_and_grad", "jacobian", "elementwise_grad"),
        *("hessian_vector_product", "jvp"),
        *("no_grad", "enable_grad", "inference_mode", "set_grad_enabled", "is_grad_enabled"),
        *("checkpoint", "gradcheck", "gradgradcheck", "compare", "detect_anomaly"),
    ),
    "functions": ("Function",),
}

# The page's introduction names the version; modules are sections.
_MODULES: Final = {"nn", "optim", "models", "data", "ops", "inspect", "widgets"}
_NOT_LISTED: Final = {"__version__", *_MODULES}


def top_level() -> dict[str, list[str]]:
    """Return the names of `tapewalk` by group.

    Raises:
        LookupError: A public name stands in no group, or a group lists one that is not public.
    """
    listed = [name for names in _TOP.values() for name in names]
    public = set(tapewalk.__all__) - _NOT_LISTED
    for names, problem in (
        (public - set(listed), "in no group of the reference"),
        (set(listed) - public, "in the reference and not public"),
    ):
        if names:
            raise LookupError(
                f"{', '.join(sorted(names))}: {problem}. Every name of tapewalk.__all__ stands in "
                "one group: change _TOP in modules/library/catalog.py."
            )
    return {group: list(names) for group, names in _TOP.items()}


def of_module(module: ModuleType) -> list[str]:
    """Return the public names of a module that are not modules themselves, in its own order."""
    names = getattr(module, "__all__", None) or _defined_in(module)
    # `widgets.published` is no name to call: what it is for stands under `widgets.publish`.
    unlisted = {"published", "Figure"} if module is widgets else set()
    listed = [name for name in names if name not in unlisted]
    return [name for name in listed if not isinstance(getattr(module, name), ModuleType)]


def _defined_in(module: ModuleType) -> list[str]:
    """Return the classes that a module without `__all__` defines."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    ]


def entries(group: str) -> list[tuple[str, Any]]:
    """Return what a group of the page lists: each name as users write it, and what it names."""
    if group in _TOP:
        return [(name, getattr(tapewalk, name)) for name in top_level()[group]]
    modules = {
        "nn": (nn, "nn."),
        "nn-functional": (nn.functional, "nn.functional."),
        "nn-init": (nn.init, "nn.init."),
        "nn-utils": (nn.utils, "nn.utils."),
        "optim": (optim, "optim."),
        "lr-scheduler": (optim.lr_scheduler, "optim.lr_scheduler."),
        "models": (models, "models."),
        "data": (data, "data."),
        "operations": (ops, "ops."),
        "inspect": (inspect, "inspect."),
        "detective": (detective, "detective."),
        "widgets": (widgets, "widgets."),
    }
    module, prefix = modules[group]
    # `tapewalk.inspect` is called itself: its function stands under the name of the module.
    return [
        (name if prefix == f"{name}." else prefix + name, getattr(module, name))
        for name in of_module(module)
    ]


GROUPS: Final = (
    *_TOP,
    "operations",
    "nn",
    "nn-functional",
    "nn-init",
    "nn-utils",
    "optim",
    "lr-scheduler",
    "models",
    "data",
    "inspect",
    "detective",
    "widgets",
)

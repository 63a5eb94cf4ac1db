"""The command `python -m tapewalk.inspect module:function`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import tapewalk.inspect
from tapewalk.language import LANGUAGES, set_language


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report on the loss that a function returns.

    Args:
        arguments: The words behind the command; those of the process if left out.

    Returns:
        The exit code: 0, or 2 if there is nothing to report on.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tapewalk.inspect",
        description="Report on the graph behind the loss that a function returns.",
    )
    parser.add_argument("loss", metavar="module:function", help="takes nothing, returns the loss")
    parser.add_argument(
        "--model", metavar="module:name", help="the model, or a function that returns it"
    )
    parser.add_argument("--gradients", action="store_true", help="compute the gradients too")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the report as JSON")
    form.add_argument("--dot", action="store_true", help="print the graph for Graphviz")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the report")
    told = parser.parse_args(arguments)
    set_language(told.lang)
    try:
        loss = _named(told.loss)
        model = None if told.model is None else _named(told.model)
        if model is not None and not hasattr(model, "named_parameters"):
            model = model()
        report = tapewalk.inspect.inspect(loss, model, gradients=told.gradients)
    except (LookupError, ImportError, TypeError, RuntimeError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    print(report.to_json() if told.json else report.to_dot() if told.dot else report)
    return 0


def _named(place: str) -> Any:
    """Return what stands at a place, "package.module:name".

    Raises:
        LookupError: It is not written so, or the module has no such name.
    """
    module, colon, name = place.partition(":")
    if not (module and colon and name):
        raise LookupError(f"a place is written module:name, got {place!r}.")
    thing: Any = import_module(module)
    for part in name.split("."):
        if not hasattr(thing, part):
            raise LookupError(f"{module} has no name {name!r}.")
        thing = getattr(thing, part)
    return thing


if __name__ == "__main__":
    sys.exit(main())

"""The command `python -m tapewalk.inspect module:function`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import tapewalk.inspect
from tapewalk.inspect.words import say
from tapewalk.language import LANGUAGES, language, set_language


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the report on the loss that a function returns.

    Args:
        arguments: The words behind the command; those of the process if left out.

    Returns:
        The exit code: 0, or 2 if there is nothing to report on.
    """
    reader = parser(language())
    options = reader.parse_args(arguments)
    set_language(options.lang)
    try:
        loss = _named(options.loss)
        model = None if options.model is None else _named(options.model)
        if model is not None and not hasattr(model, "named_parameters"):
            model = model()
        report = tapewalk.inspect.inspect(loss, model, gradients=options.gradients)
    except (LookupError, ImportError, TypeError, RuntimeError) as error:
        print(f"{reader.prog}: {error}", file=sys.stderr)
        return 2
    print(report.to_json() if options.json else report.to_dot() if options.dot else report)
    return 0


def parser(lang: str) -> argparse.ArgumentParser:
    """Returns what reads the command's arguments, with its words in a language."""
    made = argparse.ArgumentParser(prog="python -m tapewalk.inspect", description=say("help", lang))
    made.add_argument("loss", metavar="module:function", help=say("help_loss", lang))
    made.add_argument("--model", metavar="module:name", help=say("help_model", lang))
    made.add_argument("--gradients", action="store_true", help=say("help_gradients", lang))
    form = made.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say("help_json", lang))
    form.add_argument("--dot", action="store_true", help=say("help_dot", lang))
    made.add_argument("--lang", choices=LANGUAGES, help=say("help_lang", lang))
    return made


def _named(place: str) -> Any:
    """Returns what stands at a place, "package.module:name".

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

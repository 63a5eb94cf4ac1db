"""The command `python -m tapewalk.inspect module:function`."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import tapewalk.inspect
from tapewalk.inspect.accepted import LEVELS, github_lines, not_accepted, write_accepted
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.report import Report
from tapewalk.inspect.rules import rules
from tapewalk.inspect.words import say
from tapewalk.language import LANGUAGES, language, set_language


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report on the loss that a function returns, or the difference of two reports.

    Args:
        arguments: The arguments of the command; those of the process if left out.

    Returns:
        The exit code: 0; 1 if there are findings of the kinds to fail on, or two reports differ; 2
        if there is nothing to report on.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    compares = arguments[:1] == ["diff"]
    reader = diff_parser(language()) if compares else parser(language())
    options = reader.parse_args(arguments[1:] if compares else arguments)
    set_language(options.lang)
    options.command = shlex.join([*reader.prog.split(), *arguments])
    try:
        if compares:
            difference = tapewalk.inspect.diff(_report(options.a), _report(options.b))
            print(difference)
            if options.tolerance is None:
                return int(bool(difference))
            return int(100 * (difference.growth or 0) > options.tolerance)
        report = _inspected(options)
        left = list(report.findings)
        if options.accept:
            write_accepted(left, Path(options.accept))
        if options.accepted:
            left = not_accepted(left, Path(options.accepted))
    except (LookupError, ImportError, OSError, TypeError, RuntimeError, ValueError) as error:
        print(f"{reader.prog}: {error}", file=sys.stderr)
        return 2
    if options.html:
        Path(options.html).write_text(report.page(), encoding="utf-8")
    print(report.to_json() if options.json else report.to_dot() if options.dot else report)
    left = [finding for finding in left if finding.kind not in options.ignore]
    if options.github:
        print("\n".join(github_lines(left, language())))
    return int(any(_fails(finding, options.fail_on) for finding in left))


def _fails(finding: Finding, wanted: Sequence[str]) -> bool:
    """Return whether the command fails on a finding, by its kind or its confidence."""
    levels = LEVELS[
        LEVELS.index(finding.confidence) :
    ]  # a level includes those that are more certain
    return bool({"any", finding.kind, *levels} & set(wanted))


def _inspected(options: argparse.Namespace) -> Report:
    loss = _named(options.loss)
    model = None if options.model is None else _named(options.model)
    if model is not None and not hasattr(model, "named_parameters"):
        model = model()
    report: Report = tapewalk.inspect.inspect(
        loss,
        model=model,
        optimizer=None if options.optimizer is None else _called(_named(options.optimizer)),
        gradients=options.gradients,
        findings=True,
        score=options.score or options.html is not None,
    )
    return replace(report, command=options.command)


def _called(thing: Any) -> Any:
    """Return the optimizers at a place, or those that the function there returns."""
    return thing() if callable(thing) and not hasattr(thing, "param_groups") else thing


def _report(path: str) -> Any:
    try:
        text = Path(path).read_text(encoding="utf-8")
        data = json.loads(text)
        # The `score` of a report is a step, that of a step the version of its format.
        return data if data.get("score") == 1 else Report.from_json(text)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"{path} does not contain a report: --json writes one. What went wrong: {error!r:.80}."
        ) from error


def parser(lang: str) -> argparse.ArgumentParser:
    """Return the parser of the command's arguments, with its help in a language."""
    made = argparse.ArgumentParser(prog="python -m tapewalk.inspect", description=say("help", lang))
    made.add_argument("loss", metavar="module:function", help=say("help_loss", lang))
    made.add_argument("--model", metavar="module:name", help=say("help_model", lang))
    made.add_argument("--optimizer", metavar="module:name", help=say("help_optimizer", lang))
    made.add_argument("--gradients", action="store_true", help=say("help_gradients", lang))
    form = made.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say("help_json", lang))
    form.add_argument("--dot", action="store_true", help=say("help_dot", lang))
    made.add_argument("--score", action="store_true", help=say("help_score", lang))
    made.add_argument("--html", metavar="FILE", help=say("help_html", lang))
    kinds: dict[str, Any] = {"metavar": "FINDING", "action": "append", "default": []}
    made.add_argument(
        "--fail-on", choices=("any", *LEVELS, *rules()), help=say("help_fail", lang), **kinds
    )
    made.add_argument("--ignore", choices=tuple(rules()), help=say("help_ignore", lang), **kinds)
    made.add_argument("--accepted", metavar="FILE", help=say("help_accepted", lang))
    made.add_argument("--accept", metavar="FILE", help=say("help_accept", lang))
    made.add_argument("--github", action="store_true", help=say("help_github", lang))
    made.add_argument("--lang", choices=LANGUAGES, help=say("help_lang", lang))
    return made


def diff_parser(lang: str) -> argparse.ArgumentParser:
    """Return the parser of the arguments of `diff`, with its help in a language."""
    prog = "python -m tapewalk.inspect diff"
    made = argparse.ArgumentParser(prog=prog, description=say("help_diff", lang))
    made.add_argument("a", metavar="a.json", help=say("help_report", lang))
    made.add_argument("b", metavar="b.json", help=say("help_report", lang))
    tolerance = say("help_tolerance", lang)
    made.add_argument("--tolerance", metavar="PERCENT", type=float, help=tolerance)
    made.add_argument("--lang", choices=LANGUAGES, help=say("help_lang", lang))
    return made


def _named(place: str) -> Any:
    """Return the object at a place, "package.module:name".

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

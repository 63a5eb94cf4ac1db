"""The arguments of the command line, checked before anything runs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from tapewalk.language import LANGUAGES, language
from tapewalk_grade.errors import GraderError
from tapewalk_grade.output.formats import FORMATS
from tapewalk_grade.words import say

# MiB that a notebook needs before it has done anything.
LEAST_MEMORY = 512


class Status(IntEnum):
    """The exit status of the command.

    Attributes:
        GRADED: All notebooks were graded.
        UNGRADED: Some could not be graded.
        USAGE: The command line is wrong, or something it needs is missing.
        BELOW: Some notebooks have fewer points than `--fail-under`.
        INTERRUPTED: It was interrupted.
    """

    GRADED, UNGRADED, USAGE, BELOW, INTERRUPTED = 0, 1, 2, 3, 130


@dataclass(frozen=True)
class Arguments:
    """The arguments of the command line, by the names of the options that `--help` explains.

    `chosen` has the names of those that are on the command line, not by default.
    """

    paths: Sequence[str]
    modules: Sequence[str]
    jobs: int
    format: str
    output: Path | None
    roster: Path | None
    feedback: Path | None
    anonymous: bool
    lang: str
    timeout: float
    memory: int
    seed: int | None
    seed_by_learner: bool
    factors: bool
    secret: Path | None
    policy: Path | None
    resume: Path | None
    scheduler: str | None
    fail_under: float | None
    unsafe: bool
    check_setup: bool
    chosen: Collection[str] = ()


def parsed(arguments: Sequence[str]) -> Arguments:
    """Return the arguments of a command line, which is without the program's name.

    Raises:
        SystemExit: They are wrong, or only ask for help.
    """
    first = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    first.add_argument("--lang", default=None)
    try:
        chosen = first.parse_known_args(arguments)[0].lang
    except argparse.ArgumentError:
        chosen = None
    lang = chosen if chosen in LANGUAGES else language()
    reader = parser(lang)
    given = reader.parse_args(arguments)
    if not given.paths and not given.check_setup:
        reader.error(say("no_paths", lang))
    reader.set_defaults(**dict.fromkeys(vars(given).keys() - {"modules"}, None))
    again = vars(reader.parse_args(arguments))
    chosen = frozenset(name for name, value in again.items() if value not in (None, []))
    return Arguments(**vars(given), chosen=chosen)


def secret_in(path: Path | None) -> str:
    """Return the secret in a file; an empty text without a file.

    Raises:
        GraderError: It can't be read, or is empty.
    """
    if path is None:
        return ""
    try:
        secret = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise GraderError("secret_unreadable", path=path, error=error) from error
    if not secret:
        raise GraderError("secret_unreadable", path=path, error="empty")
    return secret


def notebooks(paths: Iterable[str]) -> list[str]:
    """Return the notebooks: those named, and those in the folders named, each once.

    Hidden folders, as those of Jupyter and git, are left out.
    """
    found_paths: list[str] = []
    for path in paths:
        if Path(path).is_dir():
            inside = (p for p in Path(path).rglob("*.ipynb") if not _is_hidden(p, Path(path)))
            found_paths += sorted(map(str, inside))
        else:
            found_paths.append(path)
    return list(dict.fromkeys(found_paths))


def others(given: Arguments) -> list[str]:
    """Return the files in the folders named that are not graded: those that are not notebooks."""
    ours = {given.output, given.roster, given.secret, given.policy, given.resume}
    own = {path.resolve() for path in (*ours, given.feedback) if path is not None}
    return [
        str(path)
        for folder in map(Path, given.paths)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".ipynb" and not _is_hidden(path, folder)
        if own.isdisjoint((path.resolve(), *path.resolve().parents))
    ]


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def parser(lang: str) -> argparse.ArgumentParser:
    """Return the parser of the command line, with its texts in a language."""
    made = argparse.ArgumentParser(
        prog="python -m tapewalk_grade",
        description=say("help", lang),
        epilog=say("help_end", lang),
    )

    def option(name: str, **how: object) -> None:
        said = say(f"help_{name}".replace("-", "_"), lang)
        made.add_argument(f"--{name}", help=said, **how)  # type: ignore[arg-type]

    made.add_argument("paths", nargs="*", help=say("help_paths", lang))
    option(
        "module",
        dest="modules",
        action="append",
        default=[],
        metavar="NN",
        type=lambda text: text.zfill(2) if text.isdigit() else text,
    )
    option("jobs", type=_number("jobs", int, 1, lang), default=os.cpu_count() or 1, metavar="N")
    option("format", choices=list(FORMATS), default="table")
    option("output", type=Path, metavar="FILE")
    option("roster", type=Path, metavar="FILE")
    option("feedback", type=Path, metavar="FOLDER")
    option("anonymous", action="store_true")
    option("lang", choices=LANGUAGES, default=lang)
    option("timeout", type=_number("timeout", float, 1, lang), default=60.0, metavar="S")
    option("memory", type=_number("memory", int, LEAST_MEMORY, lang), default=2048, metavar="MIB")
    option("seed", type=_number("seed", int, 0, lang), metavar="N")
    option("seed-by-learner", action="store_true")
    option("factors", action="store_true")
    option("secret", type=Path, metavar="FILE")
    option("policy", type=Path, metavar="FILE")
    option("resume", type=Path, metavar="FILE")
    option("scheduler", metavar="ADDRESS")
    option("unsafe", action="store_true")
    option("check-setup", action="store_true")
    option("fail-under", type=_number("fail-under", float, 0, lang), metavar="POINTS")
    return made


def _number(
    name: str, kind: type[int] | type[float], least: int, lang: str
) -> Callable[[str], float]:
    """Return a function that reads the number of an option, which must not be too small."""

    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = least - 1
        if not least <= value < 1e9:  # no NaN either
            said = say("number", lang, name=f"--{name}", least=least, value=repr(text))
            raise argparse.ArgumentTypeError(said)
        return value

    return read

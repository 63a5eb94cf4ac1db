"""The command line: `python -m tapewalk_grade submissions/`, or `… build PLATFORM …`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tapewalk.language import language
from tapewalk_grade.arguments import Status, parsed
from tapewalk_grade.errors import GraderError
from tapewalk_grade.run.requirements import require


def main(arguments: Sequence[str] | None = None) -> Status:
    """Grade notebooks, write the results and return the exit status.

    Args:
        arguments: The command line without the program's name; `None` takes the real one.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    is_build = list(arguments[:1]) == ["build"]
    given = None if is_build else parsed(arguments)
    try:
        if given is None:
            require(["numpy"])
            from tapewalk_grade.build.command import main as build

            build(arguments[1:])
            return Status.GRADED
        if not hasattr(os, "fork"):
            raise GraderError("no_fork")
        require(["numpy"])
        # It needs NumPy, and modules that only POSIX has.
        from tapewalk_grade import command

        return command.run(given)
    except GraderError as error:
        print(error.text(given.lang if given else language()), file=sys.stderr)
        return Status.USAGE


if __name__ == "__main__":
    sys.exit(main())

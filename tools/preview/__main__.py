"""`python -m tools.preview`: renders the site without Quarto."""

from __future__ import annotations

import argparse
import errno
import logging
import signal
import sys
from pathlib import Path

from tools.preview import config
from tools.preview.errors import BuildError
from tools.preview.progress import Progress
from tools.preview.unchanged import LastSite


def _stop(*_: object) -> None:
    """Tidy up as after Ctrl-C, which a shell's job in the background ignores."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.raise_signal(signal.SIGINT)


def _last(root: Path, out: Path | None) -> str:
    """Return a line about the site of an earlier build, if it exists."""
    try:
        site = out or config.load(root).output
    except BuildError:
        return ""
    return "; the last good site is left as it was" if site.is_dir() else ""


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.preview", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(), help="the project's folder")
    parser.add_argument("--out", type=Path, help="where the site goes (default: output-dir)")
    parser.add_argument("--quiet", action="store_true", help="print problems only")
    parser.add_argument(
        "--post-render",
        action="store_true",
        help="run the project's post-render program before the site takes the old one's place",
    )
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _stop)
    progress = Progress(options.quiet)
    root = options.root.resolve()
    # An unfinished folder is never the remembered site.
    last = LastSite(root, options.out.resolve()) if options.post_render and options.out else None
    if last is not None and last.still_stands():
        progress.say(f"{options.out}: nothing has changed since it was built")
        return 0
    # Imported late: it is slow, and not needed when nothing changed.
    from tools.preview.site import build

    try:
        build(root, options.out, progress, options.post_render)
        if last is not None:
            last.note()
    except BuildError as error:
        for problem in error.problems:
            print(problem.show(root), file=sys.stderr)
        count = len(error.problems)
        what = "1 problem" if count == 1 else f"{count} problems"
        print(f"stopped by {what}{_last(root, options.out)}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        free = f"The disk is full ({error.filename or root}): the site and .cache need 0.5 GB"
        print(f"{free}{_last(root, options.out)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        # asyncio would report each task that was interrupted with it.
        logging.disable()
        print(f"stopped{_last(options.root.resolve(), options.out)}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

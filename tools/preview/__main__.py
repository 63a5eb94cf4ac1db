"""`python -m tools.preview`: renders the site without Quarto."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from pathlib import Path

from tools.preview import config
from tools.preview.errors import BuildError
from tools.preview.progress import Progress
from tools.preview.unchanged import LastSite


def _stop(*_: object) -> None:
    """Tidies up as after Ctrl-C, which a shell's job in the background ignores."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.raise_signal(signal.SIGINT)


def _last(root: Path, out: Path | None) -> str:
    """Says what became of the site that an earlier build wrote, if one did."""
    try:
        site = out or config.load(root).output
    except BuildError:
        return ""
    return "; the last good site is left as it was" if site.is_dir() else ""


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.preview", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(), help="the project's folder")
    parser.add_argument("--out", type=Path, help="where the site goes (default: output-dir)")
    parser.add_argument("--quiet", action="store_true", help="print problems only")
    parser.add_argument(
        "--post-render",
        action="store_true",
        help="run the project's post-render programs before the site takes the old one's place",
    )
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _stop)
    progress = Progress(options.quiet)
    root = options.root.resolve()
    # Without the finishing it is another folder than the one that is known.
    last = LastSite(root, options.out.resolve()) if options.post_render and options.out else None
    if last is not None and last.still_stands():
        progress.say(f"{options.out}: nothing has changed since it was built")
        return 0
    # Slow to import, and not needed where nothing changed.
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
    except KeyboardInterrupt:
        # Whatever ran was interrupted with it, and asyncio would tell of each.
        logging.disable()
        print(f"stopped{_last(options.root.resolve(), options.out)}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

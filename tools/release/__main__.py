"""Command line: python -m tools.release [FOLDER] [--out release] [--tag v1.2.3 [--check]]."""

import argparse
import sys
from pathlib import Path

from tapewalk.version import __version__
from tools.release.notes import NotesError, notes
from tools.release.release import ReleaseError, write_release
from tools.stamp import ROOT


def main(arguments: list[str] | None = None) -> int:
    """Write the files of a release; return 0, or 1 if site or release notes are missing."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("_site"))
    parser.add_argument("--out", type=Path, default=Path("release"))
    parser.add_argument("--tag", help="what is released; without it, what is unreleased will do")
    parser.add_argument("--check", action="store_true", help="only see whether version and tag fit")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            print(notes((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__, options.tag))
            return 0
        for path in write_release(options.folder, options.out, ROOT, options.tag):
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
    except (NotesError, ReleaseError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Command line: python -m tools.finish FOLDER."""

import argparse
import sys
import time
from pathlib import Path

from tools.finish.finish import finish
from tools.finish.repository import find_home
from tools.finish.site import FinishError
from tools.stamp import ROOT


def main(arguments: list[str] | None = None) -> int:
    """Finish a rendered folder; return 0, or 1 when the folder has no page or can't be indexed."""
    parser = argparse.ArgumentParser(prog="python -m tools.finish", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("_site"))
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    try:
        count = finish(options.folder, find_home(ROOT))
    except (FileNotFoundError, FinishError) as error:
        print(error, file=sys.stderr)
        return 1
    seconds = time.perf_counter() - started
    print(f"{options.folder}: {count or 'no'} pages finished in {seconds:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Command line: python -m tools.finish FOLDER."""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from tools.finish.cells import CellError
from tools.finish.finish import finish
from tools.finish.minify import MinifyError
from tools.finish.repository import find_home
from tools.finish.search import SearchError
from tools.finish.solutions import SolutionError
from tools.finish.strips import StripError
from tools.stamp import ROOT


def main(arguments: list[str] | None = None) -> int:
    """Finish a rendered folder.

    Args:
        arguments: The command line without the program's name; None takes the real one.

    Returns:
        The exit status: 0, or 1 when the folder has no page or can't be indexed.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.finish", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("_site"))
    parser.add_argument("--site-url", help="where the site will be seen, instead of SITE_URL")
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    home = find_home(ROOT)
    if options.site_url:
        home = replace(home, site=options.site_url.rstrip("/") + "/")
    try:
        count = finish(options.folder, home)
    except (
        CellError,
        FileNotFoundError,
        MinifyError,
        SearchError,
        SolutionError,
        StripError,
    ) as error:
        print(error, file=sys.stderr)
        return 1
    seconds = time.perf_counter() - started
    print(f"{options.folder}: {count or 'no'} pages finished in {seconds:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())

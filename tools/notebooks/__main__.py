"""Command line: python -m tools.notebooks FOLDER."""

import argparse
import sys
import time
from pathlib import Path

from tools.finish.repository import find_home
from tools.notebooks.lessons import write_notebooks
from tools.preview.errors import BuildError
from tools.preview.progress import Progress
from tools.stamp import ROOT
from tools.wheel import WheelError, write_wheel


def main(arguments: list[str] | None = None) -> int:
    """Write the library's wheel and all notebooks into a folder; return 0, or 1 after problems."""
    parser = argparse.ArgumentParser(prog="python -m tools.notebooks", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("_site"))
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    try:
        write_wheel(options.folder)
        written = write_notebooks(options.folder, ROOT, find_home(ROOT), Progress(quiet=False))
    except WheelError as error:
        print(error, file=sys.stderr)
        return 1
    except BuildError as error:
        for problem in error.problems:
            print(problem.show(ROOT), file=sys.stderr)
        return 1
    seconds = time.perf_counter() - started
    print(f"{options.folder}: {len(written)} notebooks in {seconds:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Command line: python -m tools.quarto [--output-dir FOLDER]."""

import argparse
import sys

from tools.preview.errors import BuildError
from tools.quarto.render import QuartoError, render
from tools.stamp import ROOT


def main(arguments: list[str] | None = None) -> int:
    """Render the course with Quarto; return 0, or 1 when Quarto failed or complained."""
    parser = argparse.ArgumentParser(prog="python -m tools.quarto", description=__doc__)
    parser.add_argument("--output-dir", default="_site_quarto")
    options = parser.parse_args(arguments)
    try:
        render(options.output_dir)
    except QuartoError as error:
        print(error, file=sys.stderr)
        return 1
    except BuildError as error:
        for problem in error.problems:
            print(problem.show(ROOT), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

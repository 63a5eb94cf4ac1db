"""Command line: python3 -m tools.setup [--browser].

Runs on the system's Python before anything is installed. An older Python must get as far as the
message below, so this file imports the rest only after the check.
"""

import argparse
import sys

OLDEST = (3, 11)


def main() -> int:
    """Sets up what the command line asks for.

    Returns:
        The exit status: 0, or 1 with a message that says what to do.
    """
    if sys.version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        print(
            f"The course needs Python {needed} or newer, and {sys.executable} is "
            f"{sys.version.split()[0]}. Name a newer one: make setup PYTHON=python3.13",
            file=sys.stderr,
        )
        return 1
    from tools.setup.browser import ensure_browser
    from tools.setup.environment import ensure_environment
    from tools.setup.run import SetupError

    parser = argparse.ArgumentParser(prog="python3 -m tools.setup")
    parser.add_argument("--browser", action="store_true", help="also find or install Chromium")
    options = parser.parse_args()
    try:
        ensure_environment()
        if options.browser:
            ensure_browser()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

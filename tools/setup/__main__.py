"""Command line: python3 -m tools.setup [--browser] [--port N].

It runs on the system's Python before anything is installed. An older Python has to reach the check
of its version, so everything else is imported after that.
"""

import argparse
import os
import shutil
import signal
import sys

OLDEST, NEWEST = (3, 11), (3, 14)


def main() -> int:
    """Set up what the command line asks for.

    Returns:
        The exit status: 0, or 1 after a message that says what to do.
    """
    if sys.version_info < OLDEST:
        return _with_a_newer_python()
    from tools.serve.port import PortError, ensure_free, port_number
    from tools.setup.browser import ensure_browser, ensure_start
    from tools.setup.install import SetupError, alone, ensure_writable, install

    parser = argparse.ArgumentParser(prog="python3 -m tools.setup")
    parser.add_argument("--browser", action="store_true", help="also find or install Chromium")
    parser.add_argument("--port", help="first check that the site can be served there")
    options = parser.parse_args()
    # Also ends the programs that set-up runs.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.port is not None:
            ensure_free(port_number(options.port))
        ensure_writable()
        with alone():
            # Report what only a person can fix before minutes of downloads.
            browser = ensure_browser() if options.browser else None
            install()
            if browser is not None:
                ensure_start(browser)
    except (PortError, SetupError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Set-up was stopped. The same command continues it.", file=sys.stderr)
        return 130
    return 0


def _with_a_newer_python() -> int:
    """Start again with a newer Python from the path, or print that there is none."""
    running = f"{sys.executable} is Python {sys.version.split()[0]}"
    needed = ".".join(map(str, OLDEST))
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer is not None:
            print(f"{running}, and the course needs {needed}: set-up uses {newer}.", flush=True)
            os.execv(newer, [newer, "-m", "tools.setup", *sys.argv[1:]])
    print(
        f"The course needs Python {needed} or newer, and {running}. Install one, or name one: "
        "make setup PYTHON=/path/to/python3.13",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())

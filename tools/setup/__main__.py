"""Command line: python3 -m tools.setup [--browser] [--port N].

Runs on the system's Python before anything is installed. An older Python must get as far as the
message below, so this file imports the rest only after the check.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys

OLDEST, NEWEST = (3, 11), (3, 14)


def main() -> int:
    """Sets up what the command line asks for.

    Returns:
        The exit status: 0, or 1 with a message that says what to do.
    """
    if sys.version_info < OLDEST:
        return _with_a_newer_python()
    from tools.serve.port import PortError, ensure_free
    from tools.setup.browser import ensure_browser
    from tools.setup.environment import ensure_environment
    from tools.setup.folder import alone, ensure_writable
    from tools.setup.run import SetupError
    from tools.setup.start import ensure_start

    parser = argparse.ArgumentParser(prog="python3 -m tools.setup")
    parser.add_argument("--browser", action="store_true", help="also find or install Chromium")
    parser.add_argument("--port", type=int, help="see first whether the site can be served there")
    options = parser.parse_args()
    # Ends the programs that set-up runs as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.port is not None:
            ensure_free(options.port)
        ensure_writable()
        with alone():
            # What only a person can mend is told before minutes of downloads.
            browser = ensure_browser() if options.browser else None
            ensure_environment()
            if browser is not None:
                ensure_start(browser)
    except (PortError, SetupError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Set-up was stopped. The same command goes on from there.", file=sys.stderr)
        return 130
    return 0


def _with_a_newer_python() -> int:
    """Starts again with a Python that is new enough, or says that there is none."""
    running = f"{sys.executable} is Python {sys.version.split()[0]}"
    needed = ".".join(map(str, OLDEST))
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer is not None and _starts(newer):
            print(f"{running}, and the course needs {needed}: set-up uses {newer}.", flush=True)
            os.execv(newer, [newer, "-m", "tools.setup", *sys.argv[1:]])
    print(
        f"The course needs Python {needed} or newer, and {running}. Install one, or say where one "
        "is: make setup PYTHON=/path/to/python3.13",
        file=sys.stderr,
    )
    return 1


def _starts(python: str) -> bool:
    """Tells a Python from what pyenv leaves on the path of versions that are not chosen."""
    done = subprocess.run(
        [python, "--version"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())

"""Command line: python -m tools.serve FOLDER [--port N] [--base /repo/]."""

import argparse
import sys
from pathlib import Path

from tools.serve.port import PortError, ensure_free, port_number
from tools.serve.server import make_server


def main(arguments: list[str] | None = None) -> int:
    """Serve a folder until Ctrl-C; return 0, or 1 if the site is missing or the port is taken."""
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("_site"))
    parser.add_argument("--port", default="8000")
    parser.add_argument("--base", default="/", help="the path to serve under, such as /repo/")
    options = parser.parse_args(arguments)
    base = f"/{options.base.strip('/')}/".replace("//", "/")
    try:
        port = port_number(options.port)
        ensure_free(port)
        server = make_server(options.folder, port, base)
    except (FileNotFoundError, PortError) as error:
        print(error, file=sys.stderr)
        return 1
    with server:
        print(f"http://localhost:{server.server_port}{base}  (Ctrl-C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())

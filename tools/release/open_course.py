"""Opens the unpacked course in a browser, by a double click: part of a release's zip file.

Browsers load the figures' code from a server only, so this is one. It needs Python 3.8 or newer and
nothing else, and serves this folder to this machine alone until its window is closed.
"""

import sys
import webbrowser
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(SimpleHTTPRequestHandler):
    """Serves files under types that don't depend on the system's settings."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css",
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing for a request."""


if __name__ == "__main__":
    folder = Path(__file__).resolve().parent
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder)) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        print(address, flush=True)
        print("Close this window to end. / Cierra esta ventana para terminar.", flush=True)
        if "--quiet" not in sys.argv:
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):
            server.serve_forever()

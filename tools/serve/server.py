"""A small server for one folder, with a base path and an error page."""

import io
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from tools.serve.port import HOST


class SiteHandler(SimpleHTTPRequestHandler):
    """A handler for a folder under a path such as /repo/, and its 404.html for missing files."""

    # Python takes these from the system, and some systems have a type that browsers refuse.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
    }

    def __init__(self, *args: Any, base: str, **kwargs: Any) -> None:
        # Before the parent's, which answers the request.
        self.base = base
        super().__init__(*args, **kwargs)

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Find the file to send; there is none outside the base."""
        if not urlsplit(self.path).path.startswith(self.base):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def translate_path(self, path: str) -> str:
        """Map an address under the base to a file of the folder."""
        return super().translate_path("/" + urlsplit(path).path.removeprefix(self.base))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's own error page if it has one."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        """Keep browsers from showing an old build."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing for a request."""


class SiteServer(ThreadingHTTPServer):
    """A server that ignores connections closed while a page loads."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless the client has closed the connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def make_server(folder: Path, port: int = 0, base: str = "/") -> ThreadingHTTPServer:
    """Bind a server to a port of this machine; `serve_forever` starts it.

    Args:
        folder: The finished site.
        port: The port; 0 takes a free one.
        base: The path to serve under, with a slash at both ends.

    Returns:
        The server; `server_port` is its port.

    Raises:
        FileNotFoundError: The folder has no site.
        OSError: The port is taken.
    """
    if not (folder / "index.html").is_file():
        raise FileNotFoundError(f"No index.html in {folder}: run `make build` first.")
    handler = partial(SiteHandler, directory=str(folder), base=base)
    return SiteServer((HOST, port), handler)

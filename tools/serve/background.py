"""The site's own server in a thread, for tests and benchmarks that open pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from tools.serve.server import make_server

# Not "/": a project's site is in a folder of its host, where a link to "/lib/…" would break.
PREFIX = "/walk-the-tape/"


@contextmanager
def serve(folder: Path, prefix: str) -> Iterator[str]:
    """Serve a folder on a free port; yield the address of its root, with a trailing slash."""
    with make_server(folder, base=prefix) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{prefix}"
        finally:
            server.shutdown()

"""The server: a path in front, the right types, the site's own error page."""

import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.serve.server import make_server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "m").mkdir()
    for name in ("a.js", "a.mjs", "a.wasm", "a.woff2", "a.svg", "a.css", "m/a.html"):
        (tmp_path / name).write_text(name)
    (tmp_path / "index.html").write_text("start")
    (tmp_path / "404.html").write_text("not on the tape")
    return tmp_path


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    server = make_server(folder, base="/repo/")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def get(port: int, path: str, method: str = "GET") -> tuple[int, str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request(method, path)
    response = connection.getresponse()
    result = response.status, response.headers["Content-Type"], response.read().decode()
    connection.close()
    return result


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.woff2", "font/woff2"),
        ("a.svg", "image/svg+xml"),
        ("a.css", "text/css; charset=utf-8"),
        ("m/a.html", "text/html; charset=utf-8"),
    ],
)
def test_files_lie_under_the_base_with_their_types(port: int, name: str, type_: str) -> None:
    assert get(port, f"/repo/{name}?x=1") == (200, type_, name)


def test_the_base_itself_shows_the_start(port: int) -> None:
    assert get(port, "/repo/")[::2] == (200, "start")


@pytest.mark.parametrize("path", ["/repo/none.html", "/", "/index.html", "/repo/../../etc/passwd"])
def test_anything_else_shows_the_error_page(port: int, path: str) -> None:
    assert get(port, path) == (404, "text/html; charset=utf-8", "not on the tape")


def test_a_head_request_gets_no_body(port: int) -> None:
    assert get(port, "/repo/none.html", "HEAD")[::2] == (404, "")


def test_a_folder_without_a_site_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make build"):
        make_server(tmp_path)

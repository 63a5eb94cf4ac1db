"""The server: a path in front, the right types, the site's own error page."""

import http.client
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from tools.serve import background
from tools.serve.__main__ import main as serve
from tools.serve.port import HOST, PortError, ensure_free
from tools.serve.server import make_server
from tools.stamp import ROOT


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
    with background.serve(folder, "/repo/") as address:
        yield int(re.findall(r":(\d+)/", address)[0])


def get(port: int, path: str, method: str = "GET") -> tuple[int, str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
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
def test_files_are_served_under_the_base_with_types(port: int, name: str, type_: str) -> None:
    assert get(port, f"/repo/{name}?x=1") == (200, type_, name)


def test_base_shows_the_home_page(port: int) -> None:
    assert get(port, "/repo/")[::2] == (200, "start")


@pytest.mark.parametrize("path", ["/repo/none.html", "/", "/index.html", "/repo/../../etc/passwd"])
def test_other_addresses_show_the_error_page(port: int, path: str) -> None:
    assert get(port, path) == (404, "text/html; charset=utf-8", "not on the tape")


def test_head_request_gets_no_body(port: int) -> None:
    assert get(port, "/repo/none.html", "HEAD")[::2] == (404, "")


def test_folder_without_a_site_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make build"):
        make_server(tmp_path)


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server((HOST, 0)) as other:
        yield other.getsockname()[1]


def free_port(message: str) -> int:
    named = re.search(r"make site SITE_PORT=(\d+)$", message)
    assert named is not None, message
    return int(named[1])


def test_taken_port_is_reported_with_a_free_one(taken: int) -> None:
    with pytest.raises(PortError, match=f"Port {taken} .* another `make site`") as error:
        ensure_free(taken)
    ensure_free(free_port(str(error.value)))


def test_impossible_port_is_reported_with_a_free_one() -> None:
    with pytest.raises(PortError, match="from 0 to 65535") as error:
        ensure_free(70000)
    ensure_free(free_port(str(error.value)))


def test_setup_reports_a_taken_port_first(
    taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tools.setup import __main__ as setup
    from tools.setup import install

    monkeypatch.setattr(install, "install", lambda: pytest.fail("installed"))
    monkeypatch.setattr("sys.argv", ["tools.setup", "--port", str(taken)])
    assert setup.main() == 1
    assert f"Port {taken} " in capsys.readouterr().err


def test_port_that_is_no_number_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve([str(folder), "--port", "abc"]) == 1
    message = "A port is a number, not 'abc': make site SITE_PORT=8000\n"
    assert capsys.readouterr().err == message


def test_make_site_checks_the_port_first() -> None:
    plan = subprocess.run(
        ["make", "--dry-run", "site", "SITE_PORT=8123"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    steps = [line.split(" -m ")[1] for line in plan if " -m tools." in line]
    assert steps[0] == "tools.setup --port 8123"
    assert steps[-1] == "tools.serve _site --port 8123"


def test_server_reports_a_taken_port(
    folder: Path, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve([str(folder), "--port", str(taken)]) == 1
    assert f"Port {taken} " in capsys.readouterr().err

"""What set-up says of pip, and where it takes PyTorch from."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tools.setup import pip, torch
from tools.setup.torch import ensure_torch, index_answers


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of an environment's packages, with torch in it."""
    monkeypatch.setattr(pip, "VENV", tmp_path)
    folder = tmp_path / "lib" / "python3.11" / "site-packages"
    torch_info = folder / "torch-2.13.0+cpu.dist-info"
    torch_info.mkdir(parents=True)
    for name in ("METADATA", "INSTALLER"):
        (torch_info / name).touch()
    return folder


def test_fetching_and_installing_are_counted(packages: Path) -> None:
    progress = pip.PipProgress()
    assert progress.status() == "asking the package index"
    for line in (
        "Collecting numpy==2.4.6",
        "  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl.metadata (6.6 kB)",
        "  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (16.9 MB)",
        "Processing /wheels/torch-2.13.0+cpu-cp311-cp311-manylinux_2_28_x86_64.whl",
        "  Using cached six-1.17.0-py2.py3-none-any.whl (11 kB)",
        "Downloading nvidia_cublas-13.1.1.3-py3-none-manylinux_2_27_x86_64.whl (1.2 GB)",
    ):
        progress.hear(line)
    assert progress.status() == (
        "4 packages fetched, 1217 MB downloaded; the last one: nvidia_cublas (1.2 GB)"
    )
    progress.hear("Installing collected packages: six, numpy, nvidia-cublas, torch")
    assert progress.status() == "4 packages to install; .venv holds 1"


def test_what_pip_had_not_finished_is_installed_again(packages: Path) -> None:
    half = packages / "sympy-1.14.0.dist-info"
    half.mkdir()
    (half / "METADATA").touch()
    assert not pip.is_installed("sympy", "1.14.0")
    pip.forget_halves()
    assert not half.exists()
    assert pip.is_installed("torch", "2.13.0")
    assert not pip.is_installed("torch", "2.14.0")


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("ERROR: No matching distribution found for torch==2.13.0", "no torch==2.13.0 for Python"),
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError'\n"
            "ERROR: No matching distribution found for torch==2.13.0",
            pip.NETWORK,
        ),
        ("ReadTimeoutError: HTTPSConnectionPool", pip.NETWORK),
    ],
)
def test_the_usual_cause_is_told(output: str, says: str) -> None:
    assert says in pip.hint(output)


@pytest.fixture
def index() -> Iterator[tuple[str, list[str]]]:
    """An index on this machine, and the paths that it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            asked.append(self.path)
            self.send_response(404 if "none" in self.path else 200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_an_index_answers_or_does_not(index: tuple[str, list[str]]) -> None:
    address, asked = index
    assert index_answers(f"{address}/cpu", "")
    assert asked == ["/cpu/torch/"]
    assert not index_answers(f"{address}/none", "")


def test_an_index_that_is_silent_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch, "_PATIENCE", 0.01)
    silent = threading.Event()

    class Waiting:
        def open(self, *request: object, **options: object) -> None:
            silent.wait()
            raise TimeoutError

    monkeypatch.setattr(torch, "build_opener", lambda *handlers: Waiting())
    assert not index_answers("https://192.0.2.1", "")
    silent.set()


def test_pip_s_settings_hold_for_the_question(index: tuple[str, list[str]]) -> None:
    address, asked = index
    assert not index_answers(address, ":env:.no-index='1'\n")
    assert asked == []
    settings = f"global.proxy='{address}'\n"
    assert index_answers("http://index.invalid/cpu", settings)
    assert asked == ["http://index.invalid/cpu/torch/"]
    # A variable stands before a file.
    assert not index_answers("http://index.invalid/cpu", ":env:.proxy='http://x:y:z'\n" + settings)


@pytest.mark.parametrize("answers", [True, False])
def test_pytorch_comes_without_cuda_where_that_can_be_had(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    packages: Path,
    answers: bool,
) -> None:
    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(torch, "index_answers", lambda: answers)
    monkeypatch.setattr(pip, "install", lambda *words: installed.append(words))
    monkeypatch.setattr(torch.sys, "platform", "linux")
    ensure_torch("torch==2.14.0")
    (said,) = capsys.readouterr().out.splitlines()
    if answers:
        assert installed == [("--no-deps", "--index-url", torch.INDEX, "torch==2.14.0")]
        assert "without CUDA" in said
    else:
        assert installed == []
        assert "CUDA along, 2.8 GB" in said


def test_pytorch_is_not_asked_for_where_it_is_or_needs_no_choice(
    monkeypatch: pytest.MonkeyPatch, packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torch, "index_answers", lambda: pytest.fail("asked"))
    monkeypatch.setattr(torch.sys, "platform", "linux")
    ensure_torch("torch==2.13.0")
    monkeypatch.setattr(torch.sys, "platform", "darwin")
    ensure_torch("torch==2.14.0")
    assert capsys.readouterr().out == ""

"""Set-up in the cases that never occur on a machine that has everything."""

import ast
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.waiting import PATIENCE, wait_until
from tools.setup import __main__ as command
from tools.setup import browser, install
from tools.setup.browser import ensure_browser
from tools.setup.install import SetupError
from tools.stamp import ROOT, Stamp, digest


def program(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The programs that set-up runs in an empty checkout, instead of running them."""
    commands: list[str] = []
    for module in (install, browser):
        monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
        monkeypatch.setattr(
            module, "run", lambda words, advice: commands.append(" ".join(map(str, words)))
        )
    monkeypatch.setattr(install, "BIN", tmp_path / ".venv" / "bin")
    monkeypatch.setattr(install, "NODE_MODULES", tmp_path / "node_modules")
    return commands


def test_old_python_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "OLDEST", (99, 0))
    monkeypatch.setenv("PATH", "")
    assert command.main() == 1
    assert sys.executable in (printed := capsys.readouterr().err)
    assert "make setup PYTHON=" in printed


def test_old_python_starts_a_newer_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    newer = program(tmp_path / "python3.12", "")
    started: list[list[str]] = []
    monkeypatch.setattr(command.sys, "version_info", (3, 9))
    monkeypatch.setattr(command.sys, "argv", ["-m", "--port", "8000"])
    monkeypatch.setattr(command.os, "execv", lambda path, words: started.append(words))
    monkeypatch.setenv("PATH", str(tmp_path))
    command.main()
    assert started == [[str(newer), "-m", "tools.setup", "--port", "8000"]]


def test_old_python_can_read_the_first_files() -> None:
    for name in ("__init__.py", "setup/__init__.py", "setup/__main__.py"):
        ast.parse((ROOT / "tools" / name).read_text(encoding="utf-8"), feature_version=(3, 8))


def test_missing_venv_module_is_reported(ran: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(install.os, "geteuid", lambda: 1000)
    with pytest.raises(SetupError, match=r"sudo apt-get install python3\.\d+-venv"):
        install.install()
    assert ran == []


def test_unwritable_folder_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    install.ensure_writable()
    monkeypatch.setattr(install.os, "access", lambda path, mode: path != install.VENV)
    with pytest.raises(SetupError, match=r"\.venv can't be written to.*belongs to .* with sudo"):
        install.ensure_writable()


def test_second_setup_waits_for_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    waits = threading.Event()
    monkeypatch.setattr("builtins.print", lambda *words, **options: waits.set())

    def second() -> None:
        with install.alone(tmp_path / "lock"):
            order.append("second")

    thread = threading.Thread(target=second)
    with install.alone(tmp_path / "lock"):
        thread.start()
        assert waits.wait(PATIENCE)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_packages_are_installed_once(
    ran: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    venv = tmp_path / ".venv"
    monkeypatch.setattr(install, "_torch_options", list)
    monkeypatch.setattr(install, "_PYTHON_PINS", (pins := tmp_path / "pins",))
    pins.touch()
    # The environment that `python -m venv` would make, of a Python that has all packages.
    program(venv / "bin" / "python", "")
    (venv / "pyvenv.cfg").write_text(f"command = python3 -m venv --clear {venv}\n")

    def made() -> tuple[bool, bool]:
        """Install; return whether the environment was made, and whether packages were."""
        ran.clear()
        install.install()
        return any(" venv --clear " in line for line in ran), any(" -r " in line for line in ran)

    assert made() == (True, True)
    assert ran[-1].split()[1] == "ci"
    assert made() == (False, False)
    pins.write_text("a==2")
    assert made() == (False, True)
    # Stopped while it installed.
    (venv / "pins").unlink()
    assert made() == (True, True)
    # The checkout was moved.
    (venv / "pyvenv.cfg").write_text("command = python3 -m venv --clear /elsewhere/.venv\n")
    assert made() == (True, True)
    (venv / "pyvenv.cfg").write_text(f"command = python3 -m venv --clear {venv}\n")
    # The system has another Python now.
    program(venv / "bin" / "python", "exit 1")
    with pytest.raises(subprocess.CalledProcessError):
        made()
    assert " venv --clear " in ran[0]


def test_uv_gets_the_settings_of_pip() -> None:
    listed = """:env:.find-links='/wheels'
global.cert='/etc/ca.crt'
global.extra-index-url='\\nfile:///a\\nhttps://b'
global.find-links='/other'
install.no-compile='1'
"""
    assert install.uv_settings(listed) == {
        "UV_FIND_LINKS": "/wheels",
        "SSL_CERT_FILE": "/etc/ca.crt",
        "UV_EXTRA_INDEX_URL": "file:///a https://b",
    }


def test_torch_comes_from_its_own_index_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("UV_OFFLINE", raising=False)
    monkeypatch.setattr(install.sys, "platform", "linux")
    # A file that can be made once: the second question fails.
    monkeypatch.setattr(install, "urlopen", lambda address, timeout: (tmp_path / "a").open("x"))
    assert install._torch_options()[-2:] == ["--index", "https://download.pytorch.org/whl/cpu"]
    assert "--index" not in install._torch_options()
    assert "CUDA" in capsys.readouterr().out


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A user's machine without Chromium; returns the only folder on its path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(install.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(browser, "_NAMES", browser._NAMES[:-1])
    return tmp_path


def test_browser_that_does_not_start_is_skipped(bare: Path) -> None:
    # Ubuntu has this where its snap is not installed.
    program(bare / "chromium", "echo 'requires the chromium snap' >&2; exit 10")
    works = program(bare / "google-chrome", "echo Google Chrome 150")
    assert ensure_browser() == works


def test_named_browser_wins_or_is_an_error(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare / "chromium", "echo Chromium 149")
    named = program(bare / "mine", "echo Chromium 150")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert ensure_browser() == named
    program(named, "echo 'libatomic.so.1: cannot open it' >&2; exit 127")
    with pytest.raises(SetupError, match=r"mine does not start\.[^$]*libatomic"):
        ensure_browser()


def test_missing_browser_is_reported_before_downloads(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(install, "install", lambda: pytest.fail("installed"))
    monkeypatch.setattr(command.sys, "argv", ["-m", "--browser"])
    assert command.main() == 1
    assert "sudo apt-get install chromium-headless-shell" in capsys.readouterr().err


def test_root_installs_the_small_browser_or_the_whole_one(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def run(words: Sequence[str | Path], advice: str) -> None:
        asked.append(str(words[-1]))
        if words[-1] == "chromium-headless-shell":
            raise SetupError("Unable to locate package")
        if words[-1] == "chromium":
            program(bare / "chromium", "echo Chromium 149")

    program(bare / "apt-get", "")
    monkeypatch.setattr(install, "run", run)
    monkeypatch.setattr(install.os, "geteuid", lambda: 0)
    assert ensure_browser() == bare / "chromium"
    assert asked == ["update", "chromium-headless-shell", "chromium"]


def test_page_is_opened_once_per_browser(ran: list[str], tmp_path: Path) -> None:
    shell = program(tmp_path / "shell", "echo Chromium 149")
    browser.ensure_start(shell)
    browser.ensure_start(shell)
    assert len(ran) == 1
    program(shell, "echo Chromium 150")
    browser.ensure_start(shell)
    assert len(ran) == 2


def test_failed_program_is_named_with_advice() -> None:
    with pytest.raises(SetupError, match=r"`sh -c exit 3` failed\. Is the cable in\?"):
        install.run(["sh", "-c", "exit 3"], "Is the cable in?")


def test_interrupt_ends_the_running_program(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    pid.touch()
    code = "import sys; from tools.setup.install import run; run(sys.argv[1:], '')"
    words = [sys.executable, "-c", code, "sh", "-c", f"echo $$ > {pid}; exec sleep 600"]
    with subprocess.Popen(
        words,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        # What a shell starts in the background ignores the interrupt.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as set_up:
        wait_until(lambda: pid.read_text().endswith("\n") or set_up.poll() is not None)
        set_up.send_signal(signal.SIGINT)
        assert b"KeyboardInterrupt" in set_up.communicate(timeout=PATIENCE)[1]

    def is_gone() -> bool:
        try:
            os.kill(int(pid.read_text()), 0)
        except ProcessLookupError:
            return True
        return False

    # On a busy machine it is killed a moment later.
    wait_until(is_gone)


def test_stamp_compares_content_and_not_dates(tmp_path: Path) -> None:
    pins = tmp_path / "pins.txt"
    pins.write_text("a==1\n")
    stamp = Stamp(tmp_path / "deep" / "stamp")
    assert not stamp.matches(digest([pins]))
    stamp.write(digest([pins]))
    os.utime(pins, (1, 1))
    assert stamp.matches(digest([pins]), pins)
    assert not stamp.matches(digest([pins]), tmp_path / "gone")
    pins.write_text("a==2\n")
    assert not stamp.matches(digest([pins]))


def test_make_lists_its_targets() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("setup", "build", "site", "quarto", "test", "lint", "clean"):
        assert f"make {target} " in listed

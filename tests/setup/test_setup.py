"""Set-up: the cases that a machine with everything never shows."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.setup import __main__ as command
from tools.setup import browser, environment
from tools.setup.browser import ensure_browser, find_browser
from tools.setup.run import SetupError, run
from tools.stamp import Stamp, digest


def program(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_mac(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(browser, "_MAC", str(tmp_path / "none"))


def test_an_old_python_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "OLDEST", (99, 0))
    assert command.main() == 1
    assert "make setup PYTHON=" in capsys.readouterr().err


def test_python_without_venv_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(environment, "is_root", lambda: False)
    monkeypatch.setattr(environment, "PYTHON", Path("/nowhere/python"))
    with pytest.raises(SetupError, match=r"sudo apt-get install python3\.\d+-venv"):
        environment.ensure_environment()


def test_a_browser_that_does_not_start_is_passed_over(tmp_path: Path, no_mac: None) -> None:
    # What Ubuntu puts at /usr/bin/chromium-browser when the snap is not there.
    program(tmp_path / "a" / "chromium", "echo 'requires the chromium snap' >&2; exit 10")
    works = program(tmp_path / "b" / "google-chrome", "echo Google Chrome 150")
    path = os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "b")])
    assert find_browser({"PATH": path}) == works
    assert find_browser({"PATH": str(tmp_path / "a")}) is None


def test_the_browser_that_is_named_wins(tmp_path: Path) -> None:
    program(tmp_path / "chromium", "echo Chromium 149")
    named = program(tmp_path / "mine", "echo Chromium 150")
    assert find_browser({"PATH": str(tmp_path), "CHROMIUM": str(named)}) == named


def test_a_named_browser_that_does_not_start_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="does not start"):
        find_browser({"PATH": "", "CHROMIUM": str(tmp_path / "none")})


def test_no_browser_and_no_root_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "find_browser", lambda: None)
    monkeypatch.setattr(browser, "is_root", lambda: False)
    with pytest.raises(SetupError, match=r"apt-get install chromium[\s\S]*CHROMIUM="):
        ensure_browser()


def test_a_failed_program_shows_its_last_words_and_a_hint() -> None:
    with pytest.raises(SetupError, match=r"cannot reach[\s\S]*Is the cable in\?"):
        run(["sh", "-c", "echo cannot reach the index; exit 3"], "Is the cable in?")


def test_content_decides_and_not_dates(tmp_path: Path) -> None:
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


def test_make_explains_its_targets() -> None:
    root = Path(__file__).parents[2]
    listed = subprocess.run(["make"], cwd=root, capture_output=True, text=True, check=True).stdout
    for target in ("setup", "build", "site", "quarto", "test", "lint", "clean"):
        assert f"make {target} " in listed

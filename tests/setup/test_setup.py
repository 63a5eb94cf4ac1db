"""Set-up: the cases that a machine with everything never shows."""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.waiting import PATIENCE, wait_until
from tools.setup import __main__ as command
from tools.setup import apt, browser, environment, folder, start
from tools.setup import run as running
from tools.setup.browser import ensure_browser, find_browser
from tools.setup.run import SetupError, run
from tools.stamp import ROOT, Stamp, digest

NEEDS_ATOMIC = "node: error while loading shared libraries: libatomic.so.1: cannot open it"


def program(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


class Apt:
    """What root asked apt for, and what that does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, missing: Sequence[str] = ()) -> None:
        self.installed: list[str] = []
        self.missing = missing
        monkeypatch.setattr(apt, "may_install", lambda: True)
        monkeypatch.setattr(apt, "run", self.run)

    def run(self, words: Sequence[str], hint: str) -> None:
        if "install" in words:
            if words[-1] in self.missing:
                raise SetupError(f"Unable to locate package {words[-1]}. {hint}")
            self.installed.append(words[-1])


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apt, "may_install", lambda: False)


@pytest.fixture
def no_mac(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(browser, "_MAC", tmp_path / "none")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, no_mac: None) -> Path:
    """A machine without Chromium; returns the only folder on its path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(apt, "is_ubuntu", lambda: False)
    return tmp_path


# Python


def test_an_old_python_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "OLDEST", (99, 0))
    monkeypatch.setenv("PATH", "")
    assert command.main() == 1
    assert sys.executable in (err := capsys.readouterr().err)
    assert "make setup PYTHON=" in err


def test_an_old_python_hands_over_to_a_newer_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # What pyenv leaves on the path of versions that are not chosen.
    program(tmp_path / "python3.13", "echo 'pyenv: command not found' >&2; exit 127")
    newer = program(tmp_path / "python3.12", "")
    started: list[list[str]] = []
    monkeypatch.setattr(command.sys, "version_info", (3, 9))
    monkeypatch.setattr(command.sys, "argv", ["-m", "--port", "8000"])
    monkeypatch.setattr(command.os, "execv", lambda path, words: started.append(words))
    monkeypatch.setenv("PATH", str(tmp_path))
    command.main()
    assert started == [[str(newer), "-m", "tools.setup", "--port", "8000"]]
    assert str(newer) in capsys.readouterr().out


def test_what_runs_on_an_old_python_is_written_for_it() -> None:
    for name in ("__init__.py", "setup/__init__.py", "setup/__main__.py"):
        ast.parse((ROOT / "tools" / name).read_text(encoding="utf-8"), feature_version=(3, 8))


def test_python_without_venv_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, user: None
) -> None:
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(environment, "is_whole", lambda: False)
    with pytest.raises(SetupError, match=r"sudo apt-get install python3\.\d+-venv"):
        environment.ensure_environment()


# The environment


def an_environment(path: Path) -> Path:
    program(path / "bin" / "python", "")
    program(path / "bin" / "pip", "")
    (path / "pyvenv.cfg").write_text(f"command = /usr/bin/python3 -m venv --clear {path}\n")
    return path


def test_an_environment_is_made_again_when_it_is_not_whole(tmp_path: Path) -> None:
    whole = an_environment(tmp_path / "a folder" / ".venv")
    assert environment.is_whole(whole)
    moved = whole.rename(tmp_path / ".venv")
    assert not environment.is_whole(moved)
    stopped = an_environment(tmp_path / "stopped")
    (stopped / "bin" / "pip").unlink()
    assert not environment.is_whole(stopped)
    assert not environment.is_whole(tmp_path / "none")


def test_an_environment_is_made_again_for_another_python(tmp_path: Path) -> None:
    venv = an_environment(tmp_path / ".venv")
    (venv / "bin" / "python").unlink()
    (venv / "bin" / "python").symlink_to(program(tmp_path / "python3.11", ""))
    (venv / "lib" / "python3.11").mkdir(parents=True)
    assert environment.is_whole(venv)
    (venv / "bin" / "python").unlink()
    (venv / "bin" / "python").symlink_to(program(tmp_path / "python3.13", ""))
    assert not environment.is_whole(venv)
    (tmp_path / "python3.13").unlink()
    assert not environment.is_whole(venv)


def test_a_pin_that_is_gone_is_named(tmp_path: Path) -> None:
    pins = tmp_path / "pins.txt"
    pins.write_text("# torch\ntorchviz==1\ntorch==2.13.0\n")
    assert environment.pinned("torch", pins) == "torch==2.13.0"
    with pytest.raises(SetupError, match=r"pins\.txt pins no numpy"):
        environment.pinned("numpy", pins)


# The folder


def test_a_folder_that_can_not_be_written_to_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    folder.ensure_writable()
    monkeypatch.setattr(folder.os, "access", lambda path, mode: path != folder.VENV)
    with pytest.raises(SetupError, match=r"\.venv can't be written to.*its own folder\. Clone"):
        folder.ensure_writable()
    monkeypatch.setattr(folder.os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(SetupError, match=r"\.venv can't be written to.*belongs to .* with sudo"):
        folder.ensure_writable()


def test_a_lock_that_can_not_be_made_says_so_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(SetupError, match="file can't be written to"),
        folder.alone(tmp_path / "file" / "lock"),
    ):
        pass


def test_a_second_set_up_waits_for_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []

    def second() -> None:
        with folder.alone(tmp_path / "lock"):
            order.append("second")

    thread = Thread(target=second)
    monkeypatch.setattr(folder, "say", lambda text: (order.append("told"), waits.set()))
    waits = Event()
    with folder.alone(tmp_path / "lock"):
        thread.start()
        assert waits.wait(30)
        order.append("first")
    thread.join()
    assert order == ["told", "first", "second"]


# Chromium


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
    with pytest.raises(SetupError, match=r"does not start \(No such file"):
        find_browser({"PATH": "", "CHROMIUM": str(tmp_path / "none")})
    broken = program(tmp_path / "broken", f"echo '{NEEDS_ATOMIC}' >&2; exit 127")
    with pytest.raises(SetupError, match="sudo apt-get install libatomic1"):
        find_browser({"PATH": "", "CHROMIUM": str(broken)})


def test_no_browser_and_no_root_says_what_to_install(bare: Path, user: None) -> None:
    with pytest.raises(SetupError, match=r"apt-get install chromium\.[\s\S]*CHROMIUM="):
        ensure_browser()


def test_on_ubuntu_the_stub_is_shown_and_no_package_named(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Apt(monkeypatch)
    monkeypatch.setattr(apt, "is_ubuntu", lambda: True)
    stub = program(bare / "chromium-browser", "echo 'Command requires the chromium snap'; exit 1")
    with pytest.raises(SetupError) as error:
        ensure_browser()
    assert f"{stub} does not start (Command requires the chromium snap)" in str(error.value)
    assert "sudo snap install chromium" in str(error.value)
    assert "apt-get" not in str(error.value)
    assert root.installed == []


@pytest.mark.parametrize(("release", "ubuntu"), [("ID=ubuntu", True), ("ID=debian", False)])
def test_the_system_says_what_it_is(tmp_path: Path, release: str, ubuntu: bool) -> None:
    (tmp_path / "os").write_text(f'NAME="x"\n{release}\nID_LIKE=debian\n')
    assert apt.is_ubuntu(tmp_path / "os") is ubuntu
    assert not apt.is_ubuntu(tmp_path / "none")


def test_root_gets_the_small_chromium_or_else_the_whole_one(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Apt(monkeypatch, missing=["chromium-headless-shell"])
    with pytest.raises(SetupError, match="none that starts"):
        ensure_browser()
    assert root.installed == ["chromium"]
    root.missing = ["chromium-headless-shell", "chromium"]
    with pytest.raises(SetupError, match="Unable to locate package chromium"):
        ensure_browser()


# Its first page


@pytest.fixture
def first_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """A browser whose pages open unless a line of this list says why not; counts the tries."""
    outputs: list[str] = []

    def opens(words: Sequence[str | Path], hint: object) -> None:
        output = outputs.pop(0)
        if output:
            assert callable(hint)
            raise SetupError(f"{output}\n{hint(output)}")

    monkeypatch.setattr(start, "run", opens)
    monkeypatch.setattr(start, "VENV", tmp_path)
    return outputs


def test_a_page_is_opened_once(first_page: list[str], tmp_path: Path) -> None:
    shell = program(tmp_path / "shell", "echo Chromium 149")
    first_page[:] = ["", ""]
    start.ensure_start(shell)
    start.ensure_start(shell)
    assert len(first_page) == 1
    program(shell, "echo Chromium 150")
    start.ensure_start(shell)
    assert first_page == []


def test_root_gets_the_library_that_is_missing(
    first_page: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Apt(monkeypatch)
    first_page[:] = [NEEDS_ATOMIC, "", "not asked for"]
    start.ensure_start(tmp_path / "shell")
    assert root.installed == ["libatomic1"]
    assert first_page == ["not asked for"]


def test_a_library_that_root_has_and_is_still_missed_ends_it(
    first_page: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Apt(monkeypatch)
    first_page[:] = [NEEDS_ATOMIC, NEEDS_ATOMIC, "not asked for"]
    with pytest.raises(SetupError, match=r"libatomic\.so\.1"):
        start.ensure_start(tmp_path / "shell")
    assert first_page == ["not asked for"]


def test_a_user_is_told_which_library_is_missing(
    first_page: list[str], tmp_path: Path, user: None
) -> None:
    first_page[:] = [NEEDS_ATOMIC, "Target crashed"]
    with pytest.raises(SetupError, match=r"libatomic\.so\.1[\s\S]*sudo apt-get install libatomic1"):
        start.ensure_start(tmp_path / "shell")
    with pytest.raises(SetupError, match=r"Target crashed[\s\S]*make test CHROMIUM="):
        start.ensure_start(tmp_path / "shell")


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libatomic.so.1", "libatomic1"),
        ("libX11.so.6", "libx11-6"),
        ("libnss3.so", "libnss3"),
        ("libstdc++.so.6", "libstdc++6"),
    ],
)
def test_a_library_s_package_has_its_name_as_debian_writes_it(library: str, package: str) -> None:
    output = f"x: error while loading shared libraries: {library}: cannot open shared object file"
    assert apt.missing_package(output) == package
    assert apt.missing_package("all is well") is None


# Programs


def test_a_failed_program_shows_its_last_words_and_a_hint() -> None:
    with pytest.raises(SetupError, match=r"cannot reach[\s\S]*Is the cable in\?"):
        run(["sh", "-c", "echo cannot reach the index; exit 3"], "Is the cable in?")
    with pytest.raises(SetupError, match="^no such package\n"):
        run(["sh", "-c", "echo WARNING: again; echo no such package; exit 3"], "")
    with pytest.raises(SetupError, match="4 letters"):
        run(["sh", "-c", "echo five; exit 3"], lambda output: f"{len(output)} letters")


def test_a_program_says_how_far_it_is_and_repeats_itself_seldom(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "_PAUSE", 0.001)
    go = tmp_path / "go"
    os.mkfifo(go)

    class Counter:
        """Lets the program end once its one line has been said."""

        heard: list[str] = []
        asked = 0

        def hear(self, line: str) -> None:
            self.heard.append(line)

        def status(self) -> str:
            if self.heard:
                self.asked += 1
                if self.asked == 3:
                    go.write_text("go\n")
            return f"{len(self.heard)} heard"

    run(["sh", "-c", f"echo one; read line < '{go}'; echo two"], "", counter := Counter())
    assert counter.heard == ["one", "two"]
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if line == "  1 heard"] == ["  1 heard"]


SET_UP = """
import os, sys
from tools.setup import run

class Tell:
    pid = ""

    def hear(self, line):
        self.pid = line

    def status(self):
        if self.pid and not os.path.getsize(sys.argv[1]):
            with open(sys.argv[1], "w") as file:
                print(self.pid, file=file)
        return ""

run._PAUSE = 0.1
run.run(["sh", "-c", "echo $$; exec sleep 600"], "", Tell())
"""


def test_a_program_ends_with_set_up(tmp_path: Path) -> None:
    # Set-up writes the program's number when it waits for it.
    pid = tmp_path / "pid"
    pid.touch()
    words = [sys.executable, "-c", SET_UP, str(pid)]
    with subprocess.Popen(
        words,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        # What a shell starts in the background ignores the interrupt, and so does all below it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as set_up:
        wait_until(lambda: pid.read_text().endswith("\n") or set_up.poll() is not None)
        child = int(pid.read_text())
        set_up.send_signal(signal.SIGINT)
        assert b"KeyboardInterrupt" in set_up.communicate(timeout=PATIENCE)[1]
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


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
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("setup", "build", "site", "quarto", "test", "lint", "clean"):
        assert f"make {target} " in listed

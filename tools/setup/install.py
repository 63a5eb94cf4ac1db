"""The packages of Python and npm, installed again only when the files that pin them change."""

import ast
import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

from tools.stamp import CACHE, ROOT, Stamp, digest

VENV, NODE_MODULES = ROOT / ".venv", ROOT / "node_modules"
BIN = VENV / "bin"
REQUIREMENTS = ROOT / "requirements-dev.txt"

_PYTHON_PINS = (ROOT / "requirements.txt", REQUIREMENTS, ROOT / "pyproject.toml")
_NODE_PINS = (ROOT / "package.json", ROOT / "package-lock.json")
_NETWORK = (
    "Does the network reach the package index, and has the disk 3 GB to spare? The course is "
    "tested with Python 3.11 to 3.14: make setup PYTHON=/path/to/python3.13 names one."
)
# The CPU wheels. On Linux, PyPI's wheel needs CUDA.
_TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
# uv ignores pip's settings, so they are passed on: by setting, uv's variable and its separator.
_VARIABLES = {
    "index-url": ("UV_INDEX_URL", " "),
    "extra-index-url": ("UV_EXTRA_INDEX_URL", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "no-index": ("UV_OFFLINE", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "proxy": ("HTTPS_PROXY", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "default-timeout": ("UV_HTTP_TIMEOUT", " "),
}


class SetupError(Exception):
    """Something is missing that set-up can't provide; the message says what to do."""


def ensure_writable() -> None:
    """Check that set-up can write where it has to.

    Raises:
        SetupError: It can't; the message names the folder.
    """
    for folder in (ROOT, CACHE, VENV, NODE_MODULES):
        if folder.exists() and not os.access(folder, os.W_OK):
            owner = ""
            with suppress(KeyError):
                owner = f" It belongs to {folder.owner()}: an earlier run with sudo causes that."
            raise SetupError(
                f"{folder} can't be written to, and the course installs and builds inside its own "
                f"folder.{owner} Clone the course into a folder of yours."
            )


@contextmanager
def alone(lock: Path = CACHE / "setup.lock") -> Iterator[None]:
    """Let one set-up at a time work in the folder; a second one waits for the first."""
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up is at work in this folder; waiting for it to end …", flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # a network disk without locks
            pass
        yield


def install() -> None:
    """Bring .venv and node_modules up to date with the files that pin their packages.

    Raises:
        SetupError: The environment can't be made, or a package can't be installed.
    """
    if not _is_usable():
        (VENV / "pins").unlink(missing_ok=True)
    _ensure(Stamp(VENV / "pins"), _PYTHON_PINS, _install_python)
    _ensure(Stamp(NODE_MODULES / ".pins"), _NODE_PINS, _install_node_modules)


def run(command: Sequence[str | Path], advice: str) -> None:
    """Run a program in the project's root, with the virtual environment first on the path.

    Args:
        command: The program and its arguments.
        advice: The usual cause of a failure.

    Raises:
        SetupError: The program failed; it has printed why.
    """
    words = [str(word) for word in command]
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    # Nobody would see a question, so nobody could answer it.
    environment = {**os.environ, "PATH": path, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SetupError(f"`{' '.join(words)}` failed. {advice}")


def install_debian(*alternatives: str) -> bool:
    """Install the first Debian package that can be installed, as root on Debian.

    Args:
        *alternatives: The names, the best one first.
    """
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    # A new machine may be busy with its first updates: apt waits for them.
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    run([*apt, "update"], "Does the network reach a Debian mirror?")
    for name in alternatives:
        try:
            run([*apt, "install", "-y", "--no-install-recommends", name], "")
        except SetupError:
            continue
        return True
    return False


def uv_settings(listed: str) -> dict[str, str]:
    """Return pip's settings as uv's environment variables.

    Args:
        listed: The output of `pip config list`.
    """
    found: dict[str, str] = {}
    # pip lists the strongest setting first.
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        if known := _VARIABLES.get(name.rpartition(".")[2]):
            variable, separator = known
            found.setdefault(variable, separator.join(ast.literal_eval(value).split()))
    return found


def _ensure(stamp: Stamp, pins: tuple[Path, ...], make: Callable[[bool], None]) -> None:
    """Install packages unless the stamp matches; what was stopped halfway begins from nothing."""
    key = digest(pins)
    if not stamp.matches(key):
        from_nothing = not stamp.path.exists()
        stamp.path.unlink(missing_ok=True)
        make(from_nothing)
        stamp.write(key)


def _is_usable() -> bool:
    """Return whether the environment was made in this folder and its Python still works."""
    # The programs in bin name their folder, so none of them starts after a move.
    note, python = VENV / "pyvenv.cfg", BIN / "python"
    if not (python.exists() and note.is_file()) or f" {VENV}\n" not in note.read_text("utf-8"):
        return False
    # An update of the system may have put another version of Python where the link leads.
    done = subprocess.run([python, "-c", "import uv"], stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


def _install_python(from_nothing: bool) -> None:
    if from_nothing:
        _make_venv()
    pip = [str(BIN / "python"), "-m", "pip", "--disable-pip-version-check"]
    lines = REQUIREMENTS.read_text("utf-8").splitlines()
    (installer,) = (line for line in lines if line.startswith("uv=="))
    run([*pip, "install", "--quiet", "--no-compile", installer], _NETWORK)
    listed = subprocess.run([*pip, "config", "list"], stdout=subprocess.PIPE, text=True, check=True)
    os.environ.update(uv_settings(listed.stdout))
    uv = [str(BIN / "uv"), "pip", "install", "--python", str(BIN / "python")]
    run([*uv, *_torch_options(), "-r", REQUIREMENTS], _NETWORK)
    # What builds the library is pinned with the rest, so uv need not fetch it again.
    run([*uv, "--no-deps", "--no-build-isolation", "--editable", ROOT], _NETWORK)


def _make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        # Debian and Ubuntu have this part of Python in a package of its own.
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not install_debian(package):
            raise SetupError(
                f"{sys.executable} can't make virtual environments: its ensurepip module is "
                f"missing. On Debian or Ubuntu: sudo apt-get install {package}"
            )
    print("Making .venv …", flush=True)
    run([sys.executable, "-m", "venv", "--clear", VENV], "Is the disk full?")


def _torch_options() -> list[str]:
    """Return the options with which uv takes PyTorch's CPU wheel, where that can be reached."""
    # As pip does, take the best version of all indexes: a CPU wheel counts as newer.
    options = ["--index-strategy", "unsafe-best-match"]
    if sys.platform != "linux" or "UV_OFFLINE" in os.environ:
        return options
    try:
        urlopen(f"{_TORCH_INDEX}/torch/", timeout=5).close()
    except (OSError, ValueError):
        print(
            f"{_TORCH_INDEX} can't be reached, so PyTorch comes from where pip is set to look. "
            "From PyPI it brings CUDA along, 2.8 GB in all.",
            flush=True,
        )
        return options
    return [*options, "--index", _TORCH_INDEX]


def _install_node_modules(_: bool) -> None:
    print("Installing the npm packages …", flush=True)
    # No package here needs its install script, and a script could fetch from anywhere.
    run([BIN / "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], _NETWORK)

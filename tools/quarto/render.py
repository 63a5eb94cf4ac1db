"""`quarto render` with a check of its log, because Quarto exits with 0 after many mistakes."""

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

from tools.preview.progress import Progress, run_aloud
from tools.quarto.record import record
from tools.stamp import CACHE, ROOT

PINS = ROOT / "requirements-quarto.txt"
_LEAN = Path(__file__).with_name("lean")
_BIN = Path(sys.executable).parent
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_COMPLAINT = re.compile(r"^\s*\[?(WARN|WARNING|ERROR)\b")
# A warning for every OJS cell in an include; it only concerns line numbers in error messages.
_HARMLESS = "WARN: OJS block count mismatch. Line number reporting is likely to be wrong"


class QuartoError(Exception):
    """Quarto is missing, failed, or complained about the sources."""


def render(output: str) -> None:
    """Render the course; _quarto.yml makes Quarto run the finishing step as well.

    Args:
        output: The folder to render to, relative to the project's root.

    Raises:
        QuartoError: Quarto failed, or its log has a warning or an error.
        BuildError: A page's cell raised an error.
    """
    quarto = _find_quarto()
    home = record(ROOT, CACHE / "quarto", Progress(quiet=False))
    paths = [str(_LEAN), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "PATH": f"{_BIN}{os.pathsep}{os.environ.get('PATH', '')}",
        # The lessons' cells and the finishing step both need the packages of this environment.
        "QUARTO_PYTHON": sys.executable,
        # Its kernel `python3` replays the results of the preview's kernel.
        "JUPYTER_PATH": f"{home}{os.pathsep}{os.environ.get('JUPYTER_PATH', '')}",
    }
    command = [str(quarto), "render", "--output-dir", output]
    status, lines = run_aloud(command, ROOT, environment, partial(print, flush=True))
    if status != 0:
        raise QuartoError(f"quarto render ended with status {status}.")
    complained = complaints("\n".join(lines))
    if complained:
        raise QuartoError("Quarto complained about the sources:\n" + "\n".join(complained))


def complaints(log: str) -> list[str]:
    """Return the warnings and errors in Quarto's log.

    Args:
        log: The output of Quarto.

    Returns:
        The lines that begin with WARN, WARNING or ERROR, without their colours; the one that every
        included OJS cell brings is left out.
    """
    lines = (_COLOUR.sub("", line).rstrip() for line in log.splitlines())
    return [line for line in lines if _COMPLAINT.match(line) and line.strip() != _HARMLESS]


def _find_quarto() -> Path:
    path = shutil.which("quarto") or shutil.which("quarto", path=str(_BIN))
    if path:
        return Path(path)
    print(f"No quarto on the path: installing {PINS.name} …", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "-r", str(PINS)]
    if subprocess.run(pip, cwd=ROOT, check=False).returncode != 0:
        raise QuartoError(
            "Quarto could not be installed. Its Python package downloads it from github.com while "
            "it is built, so it needs a network that reaches there. "
            "Otherwise: https://quarto.org/docs/get-started/"
        )
    return _BIN / "quarto"

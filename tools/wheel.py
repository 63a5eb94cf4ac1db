"""Builds the library's wheel, the diagrams' bundle in it: the same sources give the same bytes."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tapewalk.version import __version__
from tools.assets.bundle import BUILT, DRAWS
from tools.stamp import CACHE, ROOT, digest

NAME = f"tapewalk-{__version__}-py3-none-any.whl"
# Where the site holds it, relative to its root.
ADDRESS = f"dist/{NAME}"

_LIBRARY = ROOT / "lib" / "tapewalk"
_BESIDE = ("pyproject.toml", "LICENSE")
# The first moment that a zip file can tell: the time of the build is no part of the wheel.
_MOMENT = "315532800"
_COMMAND = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


class WheelError(Exception):
    """The wheel could not be built."""


def write_wheel(folder: Path) -> Path:
    """Writes the wheel into a rendered folder.

    Args:
        folder: The site's root.

    Returns:
        The wheel's path.

    Raises:
        WheelError: The bundle is not built, or setuptools failed.
    """
    target = folder / ADDRESS
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_kept(), target)
    return target


def _kept() -> Path:
    """Returns the wheel of these sources, built now if it is not there from an earlier time."""
    missing = [name for name in DRAWS if not (BUILT / name).is_file()]
    if missing:
        raise WheelError(f"The wheel holds {missing[0]}, which is not built: run `make assets`.")
    drawings = [BUILT / name for name in DRAWS]
    sources = [*_sources(), *drawings, *(ROOT / name for name in _BESIDE), Path(__file__)]
    kept = CACHE / "wheel" / digest(sources) / NAME
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as scratch:
            shutil.move(_build(Path(scratch)), kept)
    return kept


def _sources() -> list[Path]:
    found = (path for path in _LIBRARY.rglob("*") if path.is_file())
    # A checkout reads the bundle where it is built; `static` is there in wheels alone.
    return sorted(p for p in found if not {"__pycache__", "static"} & set(p.parts))


def _build(scratch: Path) -> Path:
    for path in _sources():
        copy = scratch / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    for name in _BESIDE:
        shutil.copyfile(ROOT / name, scratch / name)
    static = scratch / "lib" / "tapewalk" / "widgets" / "static"
    static.mkdir()
    for name in DRAWS:
        shutil.copyfile(BUILT / name, static / name)
    out = scratch / "out"
    done = subprocess.run(
        [sys.executable, "-c", _COMMAND, str(out)],
        cwd=scratch,
        env=os.environ | {"SOURCE_DATE_EPOCH": _MOMENT},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0 or not (out / NAME).is_file():
        raise WheelError(f"setuptools could not build the wheel:\n{done.stdout.strip()[-2000:]}")
    return out / NAME

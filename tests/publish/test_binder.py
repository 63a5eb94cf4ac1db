"""What repo2docker reads, as far as it can be tried without building an image."""

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
# Those that repo2docker knows; it leaves any other alone, and says nothing.
KNOWN = {"runtime.txt", "requirements.txt", "apt.txt", "postBuild"}
OURS = {"README.md", "jupyter_server_config.json"}


def test_its_files_have_names_that_repo2docker_knows_and_are_published() -> None:
    assert {path.name for path in BINDER.iterdir()} == KNOWN | OURS
    assert BINDER.name in BESIDE


def test_its_python_is_one_that_the_tests_run_on() -> None:
    version = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")
    check = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text("utf-8"))
    runs = check["jobs"]["library"]["strategy"]["matrix"]["include"]
    assert version in {run["python"] for run in runs}


def test_it_brings_what_the_first_cells_would_install_in_the_same_versions() -> None:
    lines = (BINDER / "requirements.txt").read_text("utf-8").splitlines()
    packages = {line for line in lines if re.match(r"\w", line)}
    assert packages >= {pinned(name) for name in (*PACKAGES, "anywidget", "numpy")}
    assert packages <= set((ROOT / "requirements.txt").read_text("utf-8").splitlines())
    assert "--extra-index-url https://download.pytorch.org/whl/cpu" in lines


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """The published folder as repo2docker has it, and a Python that only notes what it is told."""
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


def test_what_runs_after_the_build_installs_the_wheel_and_begins_in_the_exercises(
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

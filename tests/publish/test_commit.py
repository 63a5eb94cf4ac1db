"""The commit of the built site, in a repository of a test."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.publish.__main__ import main
from tools.publish.commit import PublishError, commit_site
from tools.stamp import ROOT

TAG = "site-0123"


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@b", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A working copy with one commit that ignores built files."""
    root = tmp_path / "root"
    (root / "binder").mkdir(parents=True)
    (root / "binder" / "postBuild").write_text("#!/bin/sh\n")
    (root / "binder" / "postBuild").chmod(0o755)
    (root / "source.qmd").write_text("# A\n")
    (root / ".gitignore").write_text("*.html\ndist/\n")
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "A")
    return root


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    for name in ("index.html", "modules/a.ipynb", "dist/a.whl"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(f"{name}\r\n".encode())
    return site


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "ada/tape")
    monkeypatch.setenv("SITE_REF", TAG)


def test_commit_has_the_site_and_binder_files(root: Path, site: Path) -> None:
    commit = commit_site(site, root)
    files = git(root, "ls-tree", "-r", "--name-only", commit).splitlines()
    expected = {".nojekyll", "binder/postBuild", "dist/a.whl", "index.html", "modules/a.ipynb"}
    assert set(files) == expected
    assert git(root, "ls-tree", commit, "binder/postBuild").startswith("100755")
    show = subprocess.run(["git", "-C", root, "show", f"{commit}:dist/a.whl"], capture_output=True)
    assert show.stdout == b"dist/a.whl\r\n"


def test_commit_is_an_orphan_naming_its_source(root: Path, site: Path) -> None:
    commit = commit_site(site, root)
    assert git(root, "rev-list", "--count", commit) == "1"
    assert git(root, "rev-parse", "HEAD") in git(root, "log", "-1", "--format=%s", commit)


def test_same_site_is_the_same_commit(root: Path, site: Path) -> None:
    first = commit_site(site, root)
    assert commit_site(site, root) == first
    (site / "index.html").write_text("new")
    assert commit_site(site, root) != first


def test_working_copy_is_unchanged(root: Path, site: Path) -> None:
    before = git(root, "status", "--porcelain"), git(root, "for-each-ref")
    commit_site(site, root)
    assert (git(root, "status", "--porcelain"), git(root, "for-each-ref")) == before


def test_folder_without_a_site_is_rejected(root: Path) -> None:
    with pytest.raises(PublishError, match="render the site"):
        commit_site(root, root)


@pytest.mark.usefixtures("pinned")
def test_printed_refs_can_be_pushed_repeatedly(
    root: Path, site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remote = tmp_path / "remote.git"
    git(root, "init", "--quiet", "--bare", str(remote))

    def push(*options: str) -> tuple[str, str]:
        assert main([str(site), *options], root) == 0
        git(root, "push", "--quiet", "--force", str(remote), *capsys.readouterr().out.split())
        return git(remote, "rev-parse", TAG), git(remote, "rev-parse", "gh-pages")

    tag, branch = push()
    assert tag == branch
    (site / "index.html").write_text("new")
    assert push("--tag-only") != (tag, branch)
    assert push("--tag-only")[1] == branch
    assert push()[1] != branch


def test_missing_tag_publishes_nothing(
    root: Path, site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "ada/tape")
    monkeypatch.delenv("SITE_REF", raising=False)
    assert main([str(site)], root) == 1
    assert capsys.readouterr().out == ""


def test_publish_needs_only_the_standard_library(tmp_path: Path) -> None:
    """So does `tools.release`: the jobs that may write install nothing."""
    for module, variables in (("publish", {}), ("release", {"PYTHONPATH": str(ROOT / "lib")})):
        command = [sys.executable, "-S", "-m", f"tools.{module}", "--help"]
        subprocess.run(command, cwd=ROOT, env=variables, check=True, capture_output=True)

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
    """A working copy with one commit, whose rules ignore what is built."""
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


def test_it_holds_the_site_byte_for_byte_and_what_binder_needs(root: Path, site: Path) -> None:
    commit = commit_site(site, root)
    files = git(root, "ls-tree", "-r", "--name-only", commit).splitlines()
    expected = {".nojekyll", "binder/postBuild", "dist/a.whl", "index.html", "modules/a.ipynb"}
    assert set(files) == expected
    assert git(root, "ls-tree", commit, "binder/postBuild").startswith("100755")
    show = subprocess.run(["git", "-C", root, "show", f"{commit}:dist/a.whl"], capture_output=True)
    assert show.stdout == b"dist/a.whl\r\n"


def test_it_stands_alone_and_names_its_source(root: Path, site: Path) -> None:
    commit = commit_site(site, root)
    assert git(root, "rev-list", "--count", commit) == "1"
    assert git(root, "rev-parse", "HEAD") in git(root, "log", "-1", "--format=%s", commit)


def test_the_same_site_of_the_same_source_is_the_same_commit(root: Path, site: Path) -> None:
    first = commit_site(site, root)
    assert commit_site(site, root) == first
    (site / "index.html").write_text("new")
    assert commit_site(site, root) != first


def test_the_working_copy_stays_as_it_is(root: Path, site: Path) -> None:
    before = git(root, "status", "--porcelain"), git(root, "for-each-ref")
    commit_site(site, root)
    assert (git(root, "status", "--porcelain"), git(root, "for-each-ref")) == before


def test_a_folder_without_a_site_is_no_commit(root: Path) -> None:
    with pytest.raises(PublishError, match="render the site"):
        commit_site(root, root)


@pytest.mark.usefixtures("pinned")
def test_what_it_prints_can_be_pushed_again_and_again(
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


def test_without_a_tag_nothing_is_published(
    root: Path, site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "ada/tape")
    monkeypatch.delenv("SITE_REF", raising=False)
    assert main([str(site)], root) == 1
    assert capsys.readouterr().out == ""


def test_it_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    """So does `tools.release`: the jobs that may write install nothing."""
    for module, variables in (("publish", {}), ("release", {"PYTHONPATH": str(ROOT / "lib")})):
        command = [sys.executable, "-S", "-m", f"tools.{module}", "--help"]
        subprocess.run(command, cwd=ROOT, env=variables, check=True, capture_output=True)

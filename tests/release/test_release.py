"""The files of a release: reproducible, with the built site and the release notes."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

import tapewalk
from tests.notebooks.lessons import site as built_site
from tests.waiting import PATIENCE
from tools.release.archive import moment_of, read_folder, write_zip
from tools.release.notes import NotesError, notes, versions
from tools.release.release import NOTEBOOKS, NOTES, SITE, ReleaseError, write_release
from tools.stamp import ROOT
from tools.wheel import ADDRESS, NAME

VERSION = tapewalk.__version__
CHANGELOG = """# Changelog

## Unreleased

- Soon.

## 0.2.0 (2026-12-01)

- Second.

### A detail

## 0.1.0

- First.
"""


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    return built_site(request.config)


@pytest.fixture(scope="module")
def release(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    # Files of an older version must not be released again.
    (folder / "tapewalk-0.0.1-py3-none-any.whl").write_text("")
    write_release(site, folder, ROOT)
    return folder


def within(path: Path) -> dict[str, bytes]:
    """Return the files of a zip of the release, without their common folder."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    assert len({name.partition("/")[0] for name in files}) == 1
    return {name.partition("/")[2]: content for name, content in files.items()}


def test_release_has_only_its_own_files(release: Path) -> None:
    assert {path.name for path in release.iterdir()} == {SITE, NOTEBOOKS, NAME, NOTES}


def test_released_site_is_the_built_one(release: Path, site: Path) -> None:
    """So the tests of the built site, above all of its links, apply to it too."""
    files = within(release / SITE)
    named = re.findall(r"open[-_]\w+\.\w+", files.pop("README.txt").decode())
    assert {name: files.pop(name) for name in set(named)}
    assert files == read_folder(site)


def test_released_site_serves_itself(release: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(release / SITE) as archive:
        archive.extractall(tmp_path)
        (opener,) = (e for e in archive.infolist() if e.filename.endswith("/open-mac.command"))
    assert opener.external_attr >> 16 == 0o100755
    program = tmp_path / opener.filename.replace("open-mac.command", "open_course.py")
    command = [sys.executable, program, "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urlopen(f"{address}lib/theme/site.js", timeout=PATIENCE) as script:
                assert script.headers["Content-Type"] == "text/javascript"
        finally:
            server.kill()


def test_notebooks_find_the_library(release: Path, site: Path) -> None:
    files = within(release / NOTEBOOKS)
    assert files.pop("README.txt")
    assert files.pop(ADDRESS) == (release / NAME).read_bytes()
    assert files.keys() == {p.relative_to(site).as_posix() for p in site.rglob("*.ipynb")}
    assert all(name.count("/") == 2 and b'"../../dist/' in files[name] for name in files)


def test_second_run_gives_the_same_bytes(tmp_path: Path) -> None:
    files = {"b/two.txt": b"2" * 5000, "a.txt": b"1", "b/one.txt": b""}
    backwards = dict(reversed(files.items()))
    for name, content in (("first.zip", files), ("second.zip", backwards)):
        write_zip(tmp_path / name, content, 1_800_000_000)
    first, second = (tmp_path / name for name in ("first.zip", "second.zip"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        assert archive.namelist() == sorted(files)
        assert {entry.date_time for entry in archive.infolist()} == {(2027, 1, 15, 8, 0, 0)}
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o100644}


def test_another_process_gives_the_same_bytes(release: Path, site: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.release", str(site), "--out"]
    subprocess.run([*command, str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    for path in release.iterdir():
        assert _sum(path) == _sum(tmp_path / path.name), path.name


def test_date_is_the_commit_date_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert moment_of(tmp_path) == 315532800
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert moment_of(tmp_path) == 1800000000


def test_notes_are_the_entry_of_the_version() -> None:
    assert notes(CHANGELOG, "0.2.0", "v0.2.0") == "- Second.\n\n### A detail\n"
    assert notes(CHANGELOG, "0.1.0", "v0.1.0") == "- First.\n"
    assert versions(CHANGELOG) == ["0.2.0", "0.1.0"]


def test_version_without_entry_is_not_released() -> None:
    assert notes(CHANGELOG, "0.3.0", None) == "- Soon.\n"
    with pytest.raises(NotesError, match=r"## 0\.3\.0"):
        notes(CHANGELOG, "0.3.0", "v0.3.0")


def test_tag_of_another_version_is_rejected() -> None:
    with pytest.raises(NotesError, match=r"should be v0\.2\.0"):
        notes(CHANGELOG, "0.2.0", "v0.3.0")


def test_folder_without_a_site_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="make build"):
        write_release(tmp_path, tmp_path / "out", ROOT)


def test_newest_changelog_version_is_the_library_version() -> None:
    """tests/setup compares the citation with it; the package reads it directly."""
    found = versions((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert found[:1] in ([], [VERSION])
    assert notes((ROOT / "CHANGELOG.md").read_text("utf-8"), VERSION, None)


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

"""What pip does with the repository's address: Node for the bundle, the bundle in the wheel."""

import tomllib
from pathlib import Path

import pytest

from tools import backend, wheel
from tools.stamp import ROOT

DRAWS = ("tapewalk.js", "widget.css", "film-strip.mjs")


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bundle, and one beside it to put it for the wheel."""
    folder = tmp_path / "dist"
    folder.mkdir()
    for name in DRAWS:
        (folder / name).write_text(name)
    monkeypatch.setattr(backend, "BUILT", folder)
    monkeypatch.setattr(backend, "_STATIC", tmp_path / "static")
    return folder


def in_wheel(folder: Path) -> set[str]:
    with backend._drawings():
        static = folder.parent / "static"
        return {path.name for path in static.iterdir()} if static.is_dir() else set()


def test_pip_asks_it() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]
    assert (build["build-backend"], build["backend-path"]) == (backend.__name__, ["."])
    assert all(callable(getattr(backend, name)) for name in backend.__all__)


def test_the_site_s_wheel_takes_the_same_files() -> None:
    assert wheel.DRAWS == backend.DRAWS == DRAWS


def test_a_bundle_that_is_there_needs_no_node(built: Path) -> None:
    assert [name for name in backend.get_requires_for_build_wheel() if "node" in name] == []
    assert in_wheel(built) == set(DRAWS)
    assert not (built.parent / "static").exists()


def test_without_one_pip_brings_node_as_pinned(built: Path) -> None:
    (built / DRAWS[0]).unlink()
    (node,) = [name for name in backend.get_requires_for_build_wheel() if "node" in name]
    assert node in (ROOT / "requirements-dev.txt").read_text("utf-8").splitlines()


def test_where_nothing_can_build_it_the_library_comes_without(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (built / DRAWS[0]).unlink()
    monkeypatch.setenv("PATH", "")
    assert in_wheel(built) == set()
    assert "without its drawings" in capsys.readouterr().err


def test_a_build_that_fails_leaves_no_second_bundle(built: Path) -> None:
    with pytest.raises(ValueError, match="setuptools"), backend._drawings():
        raise ValueError("setuptools")
    assert not (built.parent / "static").exists()

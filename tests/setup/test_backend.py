"""What pip does with the repository's address: Node for the bundle, the bundle in the wheel."""

import re
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import backend, wheel
from tools.assets.bundle import DRAWS
from tools.finish.repository import Home, Repository
from tools.stamp import ROOT


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bundle, from which the wheel takes it."""
    folder = tmp_path / "dist"
    folder.mkdir()
    for name in DRAWS:
        (folder / name).write_text(name)
    monkeypatch.setattr(wheel, "BUILT", folder)
    return folder


# What tells the library which views there are comes with every wheel.
MANIFESTS = {
    str(path.relative_to(ROOT / "lib" / "diagrams"))
    for path in (ROOT / "lib" / "diagrams").rglob("*.json")
}


def in_wheel(folder: Path) -> set[str]:
    """The drawings in the wheel that pip gets, and the views' manifests."""
    name = backend.build_wheel(str(folder.parent))
    with zipfile.ZipFile(folder.parent / name) as file:
        static = "tapewalk/figures/static/"
        return {n.removeprefix(static) for n in file.namelist() if n.startswith(static)}


def test_pyproject_names_the_backend() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]
    assert (build["build-backend"], build["backend-path"]) == (backend.__name__, ["."])
    assert all(callable(getattr(backend, name)) for name in backend.__all__)


def test_built_bundle_needs_no_node(built: Path) -> None:
    assert [name for name in backend.get_requires_for_build_wheel() if "node" in name] == []
    assert in_wheel(built) == {*DRAWS, *MANIFESTS}
    assert not (ROOT / "lib" / "tapewalk" / "figures" / "static").exists()


def test_missing_bundle_makes_pip_bring_pinned_node(built: Path) -> None:
    (built / DRAWS[0]).unlink()
    (node,) = [name for name in backend.get_requires_for_build_wheel() if "node" in name]
    assert node in (ROOT / "requirements-dev.txt").read_text("utf-8").splitlines()


def test_unbuildable_bundle_is_left_out(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (built / DRAWS[0]).unlink()
    monkeypatch.setenv("PATH", "")
    assert in_wheel(built) == MANIFESTS
    assert "without its drawings" in capsys.readouterr().err


def test_failed_build_reports_why(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheel, "_COMMAND", "raise SystemExit('no setuptools')")
    with pytest.raises(wheel.WheelError, match="no setuptools"):
        backend.build_wheel(str(built.parent))


def metadata(folder: Path, home: Home) -> Message:
    """What a wheel built for a home says of itself."""
    with zipfile.ZipFile(wheel.build(folder, home)) as file:
        (name,) = (n for n in file.namelist() if n.endswith(".dist-info/METADATA"))
        return message_from_bytes(file.read(name), policy=default)


def test_wheel_names_its_author_and_addresses(built: Path) -> None:
    home = Home(Repository("owner/course", branch="trunk"), "https://owner.github.io/course/")
    told = metadata(built.parent, home)
    assert dict(line.split(", ") for line in told.get_all("Project-URL")) == {
        "Homepage": "https://owner.github.io/course/",
        "Source": "https://github.com/owner/course",
        "Changelog": "https://github.com/owner/course/blob/trunk/CHANGELOG.md",
        "Issues": "https://github.com/owner/course/issues",
    }
    assert set(told.get_all("Provides-Extra")) == {"widgets", "validate", "torch"}
    assert {"Typing :: Typed", "Natural Language :: Spanish"} <= set(told.get_all("Classifier"))
    assert "backpropagation" in told["Keywords"]
    assert told["Author"] == citation()["authors"][0]["name"]
    text = told.get_payload()
    assert text.startswith("# Walk the Tape")
    assert "](https://github.com/owner/course/raw/trunk/.github/pictures/slope.webp)" in text
    assert "](https://github.com/owner/course/blob/trunk/LICENSE)" in text


def test_wheel_without_a_home_has_absolute_links_only(built: Path) -> None:
    told = metadata(built.parent, Home(None, ""))
    assert told.get_all("Project-URL") is None
    targets = re.findall(r"\]\((\S+)\)", told.get_payload())
    assert targets
    assert all(target.startswith("https://") for target in targets)


def citation() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    return loaded


def test_every_extra_is_named_by_a_message() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extra in project["optional-dependencies"]:
        sources = (ROOT / "lib").rglob("*.py")
        assert any(f"tapewalk[{extra}]" in path.read_text("utf-8") for path in sources), extra

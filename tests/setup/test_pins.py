"""What is installed is the same everywhere and tomorrow."""

import json
import re
from pathlib import Path

import yaml

import tapewalk

ROOT = Path(__file__).parents[2]


def test_python_packages_have_one_version() -> None:
    for path in ROOT.glob("requirements*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "-r ")):
                assert re.fullmatch(r"[\w.-]+(\[\w+\])?==[\w.]+", line), f"{path.name}: {line}"


def test_npm_packages_have_one_version_from_npm() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    for name, version in (package["dependencies"] | package["devDependencies"]).items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
    locked = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, entry in locked.items():
        if name:
            assert entry["integrity"].startswith("sha512-"), name
            assert entry.get("resolved", "https://registry.npmjs.org/").startswith(
                "https://registry.npmjs.org/"
            ), name


def test_citation_names_the_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == tapewalk.__version__


def test_workflows_install_the_pinned_quarto() -> None:
    assert (ROOT / "requirements-quarto.txt").read_text(encoding="utf-8").count("quarto-cli==") == 1
    for name in ("check.yml", "publish.yml"):
        text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
        assert "run: make quarto" in text
        assert "quarto-actions" not in text
        assert yaml.safe_load(text)["jobs"]

"""Bundles: one file or a folder of modules, rebuilt only when a source changes."""

import gzip
import subprocess
from pathlib import Path

import pytest

from tools.assets import bundle as bundling
from tools.assets.__main__ import NODE
from tools.assets.bundle import BundleError, bundle


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bundling, "CACHE", tmp_path / "cache")
    folder = tmp_path / "views"
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "one.js").write_text(
        "export class One { #secret = 1; static name = 'ñ'; get it() { return this.#secret ?? 2 } }"
    )
    (folder / "index.js").write_text("export {One} from './parts/one.js'; export const two = 2;")
    return folder / "index.js"


def test_bundle_is_one_file_without_imports(entry: Path, tmp_path: Path) -> None:
    target = tmp_path / "dist" / "all.js"
    assert bundle(NODE, entry, target)
    assert [path.name for path in target.parent.iterdir()] == ["all.js"]
    text = target.read_text(encoding="utf-8")
    assert "import" not in text
    assert "ñ" in text
    check = f"import {{One, two}} from {target.as_uri()!r}; console.log(new One().it + two)"
    run = subprocess.run(
        [NODE, "--input-type=module", "--eval", check], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "3"


def test_bundle_parses_with_the_parser_of_quarto(entry: Path, tmp_path: Path) -> None:
    target = tmp_path / "dist" / "all.js"
    bundle(NODE, entry, target)
    text = target.read_text(encoding="utf-8")
    assert "#secret" not in text
    assert "??" not in text
    assert "static name" not in text


def test_bundle_is_rebuilt_only_after_a_change(entry: Path, tmp_path: Path) -> None:
    target = tmp_path / "dist" / "all.js"
    bundle(NODE, entry, target)
    assert not bundle(NODE, entry, target)
    (entry.parent / "parts" / "one.js").write_text("export const One = 1;")
    assert bundle(NODE, entry, target)
    target.unlink()
    assert bundle(NODE, entry, target)


def test_bundles_among_the_sources_are_ignored(
    entry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, other = tmp_path / "dist" / "all.js", entry.parent / "dist" / "other.js"
    monkeypatch.setattr(bundling, "BUNDLES", ((entry, target), (entry, other)))
    assert bundle(NODE, entry, target)
    assert bundle(NODE, entry, other)
    assert not bundle(NODE, entry, target)


def test_source_error_is_shown_with_its_place(entry: Path, tmp_path: Path) -> None:
    (entry.parent / "parts" / "one.js").write_text("export const One = ;")
    with pytest.raises(BundleError, match=r"one\.js:1:19"):
        bundle(NODE, entry, tmp_path / "all.js")


def test_missing_entry_is_named(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"nothing\.js"):
        bundle(NODE, tmp_path / "nothing.js", tmp_path / "all.js")


def test_course_bundles_are_one_file_each() -> None:
    for entry, target in bundling.BUNDLES:
        bundle(NODE, entry, target)
        if not target.suffix:
            continue  # tests/diagrams/bundle.test.js looks into the folder.
        assert "@import" not in target.read_text(encoding="utf-8")
        names = {path.name for path in target.parent.iterdir()}
        own = {written.name for _, written in bundling.BUNDLES if written.parent == target.parent}
        assert own >= {one for one in names if not one.startswith("checks-")} - {
            "widget.css",
            "micropython.wasm",
        }


def test_engine_of_the_pages_stays_small() -> None:
    (folder,) = {target.parent for entry, target in bundling.BUNDLES if entry.name == "worker.js"}
    for entry, target in bundling.BUNDLES:
        if target.parent == folder:
            bundle(NODE, entry, target)
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in folder.iterdir()}
    assert sizes["worker.js"] + sizes["micropython.wasm"] <= 240_000, sizes
    assert sizes["page.js"] <= 10_000, sizes

"""A build does nothing if and only if the site is up to date."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.preview.fixture_site import Site
from tools.preview.__main__ import main

NOTHING = "nothing has changed"


@pytest.fixture
def built(site: Site) -> Site:
    project = site.root / "_quarto.yml"
    project.write_text(
        project.read_text().replace("website\n", "website\n  post-render: 'true'\n", 1)
    )
    site.write("lib/tapewalk/__init__.py", "")
    site.write("tests/test_a.py", "")
    site.page("Words.\n")
    assert build(site) == 0
    return site


def build(site: Site) -> int:
    return main(["--root", str(site.root), "--out", str(site.out), "--post-render"])


def test_unchanged_site_is_not_built_again(built: Site, capsys: pytest.CaptureFixture[str]) -> None:
    before = (built.out / "index.html").stat().st_mtime_ns
    built.write("tests/test_a.py", "assert True\n")
    capsys.readouterr()
    assert build(built) == 0
    assert NOTHING in capsys.readouterr().err
    assert (built.out / "index.html").stat().st_mtime_ns == before


EDITS: dict[str, Callable[[Site, pytest.MonkeyPatch], object]] = {
    "a page": lambda site, _: site.page("Other words.\n"),
    "another page": lambda site, _: site.page("More.\n", "more.qmd"),
    "the library": lambda site, _: site.write("lib/tapewalk/__init__.py", "VALUE = 1\n"),
    "a program": lambda site, _: site.write("tools/finish/post_render.py", "1\n"),
    "what is installed": lambda site, _: site.write(".venv/pins", "2"),
    "the address": lambda _, env: env.setenv("SITE_URL", "https://example.org/"),
    "a file of the site is gone": lambda site, _: (site.out / "index.html").unlink(),
    "a file of the site was changed": lambda site, _: (site.out / "index.html").write_text(""),
    "the site is gone": lambda site, _: shutil.rmtree(site.out),
}


@pytest.mark.parametrize("what", EDITS)
def test_any_change_builds_again(
    built: Site, what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    EDITS[what](built, monkeypatch)
    capsys.readouterr()
    assert build(built) == 0
    assert NOTHING not in capsys.readouterr().err
    assert "<main" in built.html()


def test_stopped_build_is_tried_again(built: Site, capsys: pytest.CaptureFixture[str]) -> None:
    built.page("[nowhere](nowhere.qmd)\n")
    for _ in range(2):
        assert build(built) == 1
        assert "nowhere.qmd" in capsys.readouterr().err


def test_checkout_can_move_with_its_cache(site: Site, tmp_path: Path) -> None:
    site.write("a.js", "export const one = 1;\n")
    site.page('```{ojs}\nimport {one} from "./a.js"\none\n```\n')
    site.build()
    moved = shutil.copytree(
        site.root, tmp_path / "elsewhere", ignore=shutil.ignore_patterns("elsewhere")
    )
    shutil.move(site.root / "a.js", tmp_path / "b.js")
    there = Site.__new__(Site)
    there.root, there.out = moved, moved / "_site"
    assert there.build().of("index.qmd").endswith("cached")
    assert (there.out / "a.js").read_text() == "export const one = 1;\n"

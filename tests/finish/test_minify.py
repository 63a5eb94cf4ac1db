"""Scripts and styles of a site, made smaller."""

import subprocess
from pathlib import Path

import pytest

from tools.finish.minify import minify
from tools.finish.site import FinishError
from tools.node import node

SCRIPT = """/** What it does. */
const twice = (number) => number * 2;
// The sign stays as it is.
console.log(`≈ ${twice(21)}`);
"""
STYLES = '/* Colours. */\n.a { color: #ffffff; mask: url("mark.svg") }\n.a:has(> b) { --x: 1px }\n'


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A rendered folder with a script, styles, and files that this step ignores."""
    folder = tmp_path / "site"
    for name, text in (
        ("lib/theme/a.js", SCRIPT),
        ("site_libs/x/b.css", STYLES),
        ("pagefind/c.js", SCRIPT),
        ("lib/theme/d.svg", "<svg>  </svg>"),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_minified_script_does_the_same(built: Path, tmp_path: Path) -> None:
    path = built / "lib" / "theme" / "a.js"
    minify(built, tmp_path / "cache")
    assert len(path.read_text("utf-8")) < len(SCRIPT) / 2
    run = subprocess.run([node(), str(path)], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout == "≈ 42\n"


def test_minified_styles_keep_their_rules(built: Path, tmp_path: Path) -> None:
    minify(built, tmp_path / "cache")
    text = (built / "site_libs" / "x" / "b.css").read_text("utf-8").strip()
    assert text == ".a{color:#fff;mask:url(mark.svg)}.a:has(>b){--x: 1px }"


def test_other_files_are_unchanged(built: Path, tmp_path: Path) -> None:
    minify(built, tmp_path / "cache")
    assert (built / "pagefind" / "c.js").read_text("utf-8") == SCRIPT
    assert (built / "lib" / "theme" / "d.svg").read_text("utf-8") == "<svg>  </svg>"


def test_minified_files_are_not_written_again(built: Path, tmp_path: Path) -> None:
    paths = [path for path in built.rglob("*") if path.is_file()]
    minify(built, tmp_path / "cache")
    before = [path.stat().st_mtime_ns for path in paths]
    minify(built, tmp_path / "cache")
    assert [path.stat().st_mtime_ns for path in paths] == before


def test_syntax_error_stops_the_build(built: Path, tmp_path: Path) -> None:
    (built / "lib" / "theme" / "a.js").write_text("const = 1")
    with pytest.raises(FinishError, match=r"a\.js(?s:.*)Expected identifier"):
        minify(built, tmp_path / "cache")

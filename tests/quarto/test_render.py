"""`make quarto`, with a substitute for Quarto that prints real messages."""

from pathlib import Path

import pytest

from tools.preview.errors import Place, stop
from tools.quarto import render
from tools.quarto.__main__ import main
from tools.quarto.render import complaints
from tools.stamp import ROOT


@pytest.fixture
def quarto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "quarto"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    # The whole course would run; test_kernel.py tests the recording.
    monkeypatch.setattr(render, "record", lambda *_: tmp_path / "jupyter")
    return path


def stand_in(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def test_clean_render_passes(quarto: Path, tmp_path: Path) -> None:
    stand_in(quarto, f'echo "$@" > {tmp_path}/arguments; echo "Output created: _site/index.html"')
    assert main(["--output-dir", "_there"]) == 0
    assert (tmp_path / "arguments").read_text().split() == ["render", "--output-dir", "_there"]


@pytest.mark.parametrize(
    "line",
    [
        "WARN: Unable to resolve link target: none.qmd",
        "ERROR: OJS parsing failed in block",
        r"\033[33m\033[1m[WARNING]\033[22m Could not find shortcode\033[39m",
        "WARNING (filters/main.lua:1) Unable to resolve crossref @fig-none",
    ],
)
def test_warning_fails_despite_exit_status_zero(
    quarto: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(quarto, f"printf 'fine\\n{line}\\n' >&2")
    assert main([]) == 1
    said = capsys.readouterr().err
    assert "Quarto complained about the sources" in said
    assert "fine" not in said


def test_warning_about_included_cells_passes() -> None:
    harmless = "WARN: OJS block count mismatch. Line number reporting is likely to be wrong"
    coloured = f"\x1b[33m{harmless}\x1b[39m"
    assert complaints(f"{harmless}\n{coloured}\n") == []
    others = [f"{harmless}: 3 of 4", "WARN: OJS block count mismatch.", f"ERROR: {harmless}"]
    assert complaints("\n".join(others)) == others


def test_quarto_finds_the_replaying_kernel_first(
    quarto: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_PATH", "/elsewhere")
    stand_in(quarto, f'echo "$JUPYTER_PATH" > {tmp_path}/path')
    assert main([]) == 0
    assert (tmp_path / "path").read_text().strip() == f"{tmp_path}/jupyter:/elsewhere"


def test_failing_cell_stops_before_quarto(
    quarto: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def raises(*_: object) -> Path:
        raise stop(Place(ROOT / "modules" / "a.qmd", 7), "this cell raised NameError")

    monkeypatch.setattr(render, "record", raises)
    stand_in(quarto, "echo started")
    assert main([]) == 1
    captured = capsys.readouterr()
    assert captured.err == "modules/a.qmd:7: this cell raised NameError\n"
    assert "started" not in captured.out


def test_failed_render_fails(quarto: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stand_in(quarto, "exit 7")
    assert main([]) == 1
    assert "status 7" in capsys.readouterr().err


def test_word_warning_in_a_lesson_passes() -> None:
    assert complaints("This page explains a WARNING.\n[1/6] error-handling.qmd\n") == []
